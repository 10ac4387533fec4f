// Conformances of public types are public, so the imports of their protocols must be public, too.
public import ArgumentParser
public import RenderClient

extension RenderOptions.InputFormat: ExpressibleByArgument {}
