// Conformances of public types are public, and so must be what they name.
public import ArgumentParser
public import RunFormatters
public import StyledRuns

extension OutputFormat: ExpressibleByArgument {}
extension ToolExpansion: ExpressibleByArgument {}
