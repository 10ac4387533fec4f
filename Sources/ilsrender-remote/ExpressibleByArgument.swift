// Conformances of public types are public, and so must be what they name.
public import ArgumentParser
public import RenderClient

extension RenderOptions.Input: ExpressibleByArgument {}
