internal import CPNG
internal import CTurboJPEG
public import RunFormatters

/// Decodes image files for terminals with sixel graphics, which cannot read files: PNG with libpng, JPEG with
/// libjpeg-turbo.
///
/// ```swift
/// drawing.decode = { PictureDecoder.pixels(of: $0) }
/// ```
///
/// A file that is broken or truncated, that causes a warning, or that would need too much memory is not
/// decoded. Its alternative text is shown instead.
public enum PictureDecoder {
  /// The maximum number of pixels in an image, which takes 64 MiB.
  public static let maximumPixels = 1 << 24

  /// The version of the linked libpng, such as `1.6.39`.
  package static var pngVersion: String { png_get_libpng_ver(nil).map { String(cString: $0) } ?? "" }

  /// The version of libjpeg-turbo that the program was built with, such as `2.1.5`; nil if it is unknown.
  package static var jpegVersion: String? {
    let number = Int(ils_turbojpeg_version())
    return number > 0 ? "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)" : nil
  }

  /// Decodes an image to eight bits for each of red, green, blue and alpha; nil if that fails.
  public static func pixels(of image: TerminalImage) -> PixelImage? {
    switch image.format {
    case .png: png(image.bytes)
    case .jpeg: jpeg(image.bytes)
    case .gif: nil
    }
  }

  private static func png(_ file: [UInt8]) -> PixelImage? {
    // libpng before 1.6.51 writes beyond the buffer for interlaced 16-bit samples (CVE-2025-65018). The depth
    // and the interlacing have fixed positions in the header, which comes first.
    guard file.count > 28, file[24] != 16 || file[28] == 0 else { return nil }
    var png = png_image()
    png.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&png) }
    return file.withUnsafeBytes { bytes -> PixelImage? in
      guard png_image_begin_read_from_memory(&png, bytes.baseAddress, bytes.count) != 0,
        // Deflate expands a byte to at most 1,032 bytes, and a byte holds at most eight pixels.
        isWithinLimits(Int(png.width), Int(png.height), atMost: file.count * 1032 * 8)
      else { return nil }
      // 16-bit samples are in sRGB like 8-bit samples, not linear.
      png.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
      png.format = ils_png_format_rgba
      var image = PixelImage(width: Int(png.width), height: Int(png.height))
      let isRead = image.bytes.withUnsafeMutableBytes {
        png_image_finish_read(&png, nil, $0.baseAddress, 0, nil) != 0
      }
      return isRead && ils_png_is_flawless(&png) != 0 ? image : nil
    }
  }

  private static func jpeg(_ file: [UInt8]) -> PixelImage? {
    guard let decoder = tjInitDecompress() else { return nil }
    defer { tjDestroy(decoder) }
    var (width, height, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let length = UInt(file.count)
    guard tjDecompressHeader3(decoder, file, length, &width, &height, &sampling, &colors) == 0,
      // Eight by eight pixels of one colour take at least two bits.
      isWithinLimits(Int(width), Int(height), atMost: file.count * 4 * 64)
    else { return nil }
    var image = PixelImage(width: Int(width), height: Int(height))
    // A progressive file can request a very large number of scans of the whole image.
    let flags = TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING
    let code = tjDecompress2(
      decoder, file, length, &image.bytes, width, 0, height, Int32(TJPF_RGBA.rawValue), flags)
    return code == 0 ? image : nil
  }

  private static func isWithinLimits(_ width: Int, _ height: Int, atMost bound: Int) -> Bool {
    let (pixels, isTooMany) = width.multipliedReportingOverflow(by: height)
    return !isTooMany && pixels > 0 && pixels <= min(bound, maximumPixels)
  }
}
