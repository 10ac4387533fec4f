/// The measures of a picture, in tenths of a pixel.
struct PictureLayout {
  /// The size of a character cell. The width is that of most monospaced fonts at this size.
  static let cellWidth = 84
  static let cellHeight = 190
  static let fontSize = 140
  /// The distance of the baseline from the top of a cell.
  static let baseline = 140
  /// The radius of the corners of frames of code and tables.
  static let arc = 40

  /// The space around the text.
  private static let padding = 240
  private static let titleBar = 340
  /// The space around a window for its shadow.
  private static let shadow = (side: 480, top: 320, bottom: 640)

  /// The size of the picture.
  let width: Int
  let height: Int
  /// The window or rectangle in the picture.
  let box: (x: Int, y: Int, width: Int, height: Int)
  /// The upper left corner of the first cell.
  let origin: (x: Int, y: Int)

  init(columns: Int, rows: Int, hasWindow: Bool) {
    let bar = hasWindow ? Self.titleBar : 0
    let size = (
      width: columns * Self.cellWidth + 2 * Self.padding,
      height: rows * Self.cellHeight + 2 * Self.padding + bar - (hasWindow ? 60 : 0)
    )
    let shadow = hasWindow ? Self.shadow : (side: 0, top: 0, bottom: 0)
    box = (shadow.side, shadow.top, size.width, size.height)
    origin = (shadow.side + Self.padding, shadow.top + bar + Self.padding - (hasWindow ? 60 : 0))
    width = size.width + 2 * shadow.side
    height = size.height + shadow.top + shadow.bottom
  }

  /// Returns the left edge of a column.
  static func x(_ column: Int) -> Int { column * cellWidth }
  /// Returns the top of a row.
  static func y(_ row: Int) -> Int { row * cellHeight }
  /// Returns the middle of a column, in the middle of a pixel, so that a line of one pixel is sharp.
  static func center(ofColumn column: Int) -> Int { (column * cellWidth + cellWidth / 2) / 10 * 10 + 5 }
  /// Returns the middle of a row, in the middle of a pixel.
  static func center(ofRow row: Int) -> Int { (row * cellHeight + cellHeight / 2) / 10 * 10 + 5 }
}
