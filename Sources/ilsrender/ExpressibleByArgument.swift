// Conformances of public types are public, so the imports of their protocols must be public, too.
public import ArgumentParser
public import RunFormatters
public import StyledRuns

extension AmbiguousWidth: ExpressibleByArgument {}
extension ANSIFormatter.TableLayout: ExpressibleByArgument {}
extension ANSIFormatter.CodeOverflow: ExpressibleByArgument {}
extension ColorChoice: ExpressibleByArgument {}
extension DiagramDisplay: ExpressibleByArgument {}
extension FrontMatterDisplay: ExpressibleByArgument {}
extension HTMLFormatter.RawHTML: ExpressibleByArgument {}
extension HTMLFormatter.Styling: ExpressibleByArgument {}
extension OutputFormat: ExpressibleByArgument {}
extension ToolExpansion: ExpressibleByArgument {}
