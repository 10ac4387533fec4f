internal import RunFormatters
internal import StyledRuns

extension RenderCommand {
  /// The command without any arguments. A property of the argument parser has no value until it is set, so
  /// every property of the command must be listed in this file; a test compares them with the parser's
  /// defaults.
  static var withDefaults: RenderCommand {
    var command = RenderCommand()
    command.file = []
    command.arguments = .withDefaults
    command.outputs = .withDefaults
    command.appearance = .withDefaults
    command.markdown = .withDefaults
    command.messages = .withDefaults
    command.redaction = .withDefaults
    command.html = .withDefaults
    command.pictures = .withDefaults
    command.data = .withDefaults
    return command
  }
}

extension RenderArguments {
  static var withDefaults: RenderArguments {
    var arguments = RenderArguments()
    arguments.format = nil
    arguments.input = .auto
    arguments.language = nil
    arguments.noDetect = false
    arguments.noStream = false
    arguments.chunk = nil
    arguments.server = nil
    return arguments
  }
}

extension AppearanceArguments {
  static var withDefaults: AppearanceArguments {
    var arguments = AppearanceArguments()
    arguments.theme = nil
    arguments.contrastArguments = .withDefaults
    arguments.width = nil
    arguments.color = .auto
    arguments.lineNumbers = false
    arguments.wrap = nil
    arguments.rowRules = false
    arguments.plainCode = false
    arguments.links = .auto
    arguments.images = .none
    arguments.ambiguous = .narrow
    arguments.frontMatter = .hide
    arguments.diagrams = .draw
    arguments.layout = .withDefaults
    return arguments
  }
}

extension LayoutArguments {
  static var withDefaults: LayoutArguments {
    var arguments = LayoutArguments()
    arguments.textWidth = nil
    arguments.margin = nil
    arguments.table = nil
    arguments.headingMarks = nil
    arguments.style = nil
    arguments.fileLinks = .auto
    arguments.bidi = .auto
    return arguments
  }
}

extension OutputArguments {
  static var withDefaults: OutputArguments {
    var arguments = OutputArguments()
    arguments.output = nil
    arguments.paging = .auto
    arguments.watch = false
    arguments.lines = nil
    arguments.fileHeaders = nil
    arguments.config = nil
    return arguments
  }
}

extension PictureArguments {
  static var withDefaults: PictureArguments {
    var arguments = PictureArguments()
    arguments.window = false
    arguments.font = nil
    arguments.scale = nil
    return arguments
  }
}

extension ContrastArguments {
  static var withDefaults: ContrastArguments {
    var arguments = ContrastArguments()
    arguments.contrast = nil
    return arguments
  }
}

extension MarkdownArguments {
  static var withDefaults: MarkdownArguments {
    var arguments = MarkdownArguments()
    arguments.extensions = nil
    arguments.smart = false
    arguments.unwrapMarkdown = false
    arguments.elements = nil
    arguments.optimistic = nil
    return arguments
  }
}

extension MessageArguments {
  static var withDefaults: MessageArguments {
    var arguments = MessageArguments()
    arguments.expansion = nil
    return arguments
  }
}

extension RedactionArguments {
  static var withDefaults: RedactionArguments {
    var arguments = RedactionArguments()
    arguments.redact = false
    arguments.redactPatterns = nil
    return arguments
  }
}

extension HTMLArguments {
  static var withDefaults: HTMLArguments {
    var arguments = HTMLArguments()
    arguments.standalone = false
    arguments.bare = false
    arguments.html = nil
    arguments.unsafeHtml = false
    arguments.styling = .classes
    arguments.drawings = false
    arguments.title = nil
    arguments.pageLanguage = nil
    arguments.idPrefix = nil
    arguments.imagesFrom = nil
    arguments.linksTo = nil
    arguments.imageProxy = nil
    arguments.baseUrl = nil
    return arguments
  }
}

extension DataArguments {
  static var withDefaults: DataArguments {
    var arguments = DataArguments()
    arguments.grammarFolders = []
    arguments.themeFolders = []
    return arguments
  }
}
