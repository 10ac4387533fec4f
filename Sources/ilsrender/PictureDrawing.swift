internal import SystemPackage
internal import CLibrary

/// Converts SVG to PNG with librsvg.
///
/// The library is loaded on first use, so that the program starts quickly and also runs on machines without
/// the library.
enum PictureDrawing {
  /// The maximum width and height of a picture in pixels, a limit of Cairo.
  private static let maximumSide = 32_767

  private typealias NewHandle =
    @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutableRawPointer?) ->
    OpaquePointer?
  private typealias Render =
    @convention(c) (
      OpaquePointer, OpaquePointer, UnsafePointer<Double>, UnsafeMutableRawPointer?
    ) -> CInt
  private typealias NewSurface = @convention(c) (CInt, CInt, CInt) -> OpaquePointer?
  private typealias NewContext = @convention(c) (OpaquePointer) -> OpaquePointer?
  private typealias Release = @convention(c) (OpaquePointer) -> Void
  private typealias Status = @convention(c) (OpaquePointer) -> CInt
  private typealias WriteFunction =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32
    ) -> CInt
  private typealias WritePNG =
    @convention(c) (
      OpaquePointer, WriteFunction, UnsafeMutableRawPointer?
    ) -> CInt

  /// Renders an SVG document as PNG.
  ///
  /// - Parameters:
  ///   - size: The size of the picture in SVG pixels.
  ///   - scale: The number of PNG pixels for each SVG pixel.
  /// - Throws: ``Failure`` if librsvg is missing or cannot draw the document.
  static func png(of svg: [UInt8], size: (width: Int, height: Int), scale: Double) throws -> [UInt8] {
    let (width, height) = (Double(size.width) * scale, Double(size.height) * scale)
    guard max(width, height) <= Double(maximumSide) else {
      throw Failure.input(
        "a PNG of \(Int(width)) by \(Int(height)) pixels is too large: give fewer --lines, a smaller --scale or --format svg"
      )
    }
    let library = try Library()
    let newHandle = try library.function("rsvg_handle_new_from_data", NewHandle.self)
    let render = try library.function("rsvg_handle_render_document", Render.self)
    let free = try library.function("g_object_unref", Release.self)
    let newSurface = try library.function("cairo_image_surface_create", NewSurface.self)
    let newContext = try library.function("cairo_create", NewContext.self)
    let freeContext = try library.function("cairo_destroy", Release.self)
    let freeSurface = try library.function("cairo_surface_destroy", Release.self)
    let status = try library.function("cairo_surface_status", Status.self)
    let writePNG = try library.function("cairo_surface_write_to_png_stream", WritePNG.self)

    // 0 is CAIRO_FORMAT_ARGB32, and status 0 is success.
    guard let surface = newSurface(0, CInt(width.rounded(.up)), CInt(height.rounded(.up))) else {
      throw failure
    }
    defer { freeSurface(surface) }
    guard status(surface) == 0, let context = newContext(surface) else { throw failure }
    defer { freeContext(context) }
    guard let handle = svg.withUnsafeBufferPointer({ newHandle($0.baseAddress, $0.count, nil) }) else {
      throw failure
    }
    defer { free(handle) }
    let viewport = [0, 0, width, height]
    guard render(handle, context, viewport, nil) != 0 else { throw failure }
    var bytes: [UInt8] = []
    let written = withUnsafeMutablePointer(to: &bytes) { bytes in
      writePNG(
        surface,
        { target, data, count in
          target?.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
          return 0
        }, bytes)
    }
    guard written == 0 else { throw failure }
    return bytes
  }

  private static var failure: Failure {
    .input("librsvg could not draw the picture; --format svg writes it as SVG")
  }

  /// The loaded library together with Cairo and GLib. It stays loaded, as GLib requires.
  private struct Library {
    private let handle: UnsafeMutableRawPointer

    init() throws {
      #if canImport(Darwin)
        let names = [
          "librsvg-2.2.dylib", "/opt/homebrew/lib/librsvg-2.2.dylib", "/usr/local/lib/librsvg-2.2.dylib",
        ]
      #else
        let names = ["librsvg-2.so.2"]
      #endif
      for name in names {
        if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) {
          self.handle = handle
          return
        }
      }
      throw Failure.input(
        "--format png needs librsvg (Debian: apt-get install librsvg2-2); --format svg works without it")
    }

    func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
      guard let symbol = dlsym(handle, name) else {
        throw Failure.input("--format png needs librsvg 2.46 or later: it has no \(name)")
      }
      return unsafeBitCast(symbol, to: type)
    }
  }
}
