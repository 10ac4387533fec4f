internal import RunFormatters
internal import CLibrary

/// The Unicode bidirectional algorithm of the library fribidi, for terminals that do not reorder text.
///
/// The library is loaded when the first right-to-left line is written, so that other documents do not pay for
/// it.
enum BidirectionalText {
  /// Returns the function that reorders lines.
  ///
  /// - Parameter isRequired: Whether a missing library is reported, once. Without the library, text keeps its
  ///   logical order.
  static func reordering(isRequired: Bool) -> LineReordering {
    LineReordering { points, isRightToLeft in
      guard let library = isRequired ? requiredLibrary : library else { return Array(points.indices) }
      return library.order(&points, isRightToLeft)
    }
  }

  private static let library = Fribidi()
  private static let requiredLibrary: Fribidi? = {
    if library == nil {
      StandardError.write(
        "ilsrender: --bidi on needs the library fribidi (Debian: apt-get install libfribidi0)")
    }
    return library
  }()
}

/// The functions of fribidi.
private struct Fribidi: Sendable {
  private typealias Types =
    @convention(c) (
      UnsafePointer<UInt32>, CInt, UnsafeMutablePointer<UInt32>
    ) -> Void
  private typealias BracketTypes =
    @convention(c) (
      UnsafePointer<UInt32>, CInt, UnsafePointer<UInt32>, UnsafeMutablePointer<UInt32>
    ) -> Void
  private typealias Levels =
    @convention(c) (
      UnsafePointer<UInt32>, UnsafePointer<UInt32>, CInt, UnsafeMutablePointer<UInt32>,
      UnsafeMutablePointer<Int8>
    ) -> Int8
  private typealias JoiningTypes =
    @convention(c) (
      UnsafePointer<UInt32>, CInt, UnsafeMutablePointer<UInt8>
    ) -> Void
  private typealias Join =
    @convention(c) (
      UnsafePointer<UInt32>, CInt, UnsafePointer<Int8>, UnsafeMutablePointer<UInt8>
    ) -> Void
  private typealias Shape =
    @convention(c) (
      UInt32, UnsafePointer<Int8>, CInt, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt32>
    ) -> Void
  private typealias Reorder =
    @convention(c) (
      UInt32, UnsafePointer<UInt32>, CInt, CInt, UInt32, UnsafeMutablePointer<Int8>,
      UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<CInt>
    ) -> Int8

  private let types: Types
  private let bracketTypes: BracketTypes
  private let levels: Levels
  private let joiningTypes: JoiningTypes
  private let join: Join
  private let shape: Shape
  private let reorder: Reorder

  /// The base direction of a paragraph: FRIBIDI_PAR_LTR and FRIBIDI_PAR_RTL.
  private static let leftToRight: UInt32 = 0x110
  private static let rightToLeft: UInt32 = 0x111
  /// FRIBIDI_FLAG_SHAPE_MIRRORING and FRIBIDI_FLAG_SHAPE_ARAB_PRES. Ligatures would change the width.
  private static let shaping: UInt32 = 0x101

  /// Loads the library; returns nil if it is missing or older than 1.0.
  init?() {
    #if canImport(Darwin)
      let names = ["libfribidi.0.dylib", "/opt/homebrew/lib/libfribidi.0.dylib"]
    #else
      let names = ["libfribidi.so.0"]
    #endif
    guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
    func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
      dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
    guard let types = function("fribidi_get_bidi_types", Types.self),
      let bracketTypes = function("fribidi_get_bracket_types", BracketTypes.self),
      let levels = function("fribidi_get_par_embedding_levels_ex", Levels.self),
      let joiningTypes = function("fribidi_get_joining_types", JoiningTypes.self),
      let join = function("fribidi_join_arabic", Join.self),
      let shape = function("fribidi_shape", Shape.self),
      let reorder = function("fribidi_reorder_line", Reorder.self)
    else { return nil }
    self.types = types
    self.bracketTypes = bracketTypes
    self.levels = levels
    self.joiningTypes = joiningTypes
    self.join = join
    self.shape = shape
    self.reorder = reorder
  }

  /// Computes the visual order of a line, mirrors brackets and joins Arabic letters.
  func order(_ points: inout [UInt32], _ isRightToLeft: Bool) -> [Int] {
    let count = CInt(points.count)
    var kinds = [UInt32](repeating: 0, count: points.count)
    var brackets = kinds
    var joining = [UInt8](repeating: 0, count: points.count)
    var embedding = [Int8](repeating: 0, count: points.count)
    var map = (0..<count).map { $0 }
    var base = isRightToLeft ? Self.rightToLeft : Self.leftToRight
    types(points, count, &kinds)
    bracketTypes(points, count, kinds, &brackets)
    guard levels(kinds, brackets, count, &base, &embedding) > 0 else { return Array(points.indices) }
    joiningTypes(points, count, &joining)
    join(kinds, count, embedding, &joining)
    shape(Self.shaping, embedding, count, &joining, &points)
    guard reorder(0, kinds, count, 0, base, &embedding, nil, &map) > 0 else { return Array(points.indices) }
    return map.map(Int.init)
  }
}
