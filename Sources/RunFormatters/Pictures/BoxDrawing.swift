/// The lines and blocks that box-drawing characters consist of. A picture draws them as shapes, because the
/// characters of most fonts do not meet.
enum BoxDrawing {
  /// The weight of each of the lines from the middle of a cell to its edges: 0 for none, 1 light, 2 heavy.
  struct Arms: Equatable {
    var up = 0
    var right = 0
    var down = 0
    var left = 0
    /// Whether two light lines meet in an arc.
    var isRound = false
  }

  /// A filled rectangle in a cell, in eighths of its width and height.
  struct Area: Equatable {
    var x = 0..<8
    var y = 0..<8
    /// The opacity in quarters.
    var opacity = 4
  }

  /// Returns the lines of a character; nil if it consists of other shapes.
  static func arms(of point: UInt32) -> Arms? {
    switch point {
    case 0x2500: Arms(right: 1, left: 1)
    case 0x2501: Arms(right: 2, left: 2)
    case 0x2502: Arms(up: 1, down: 1)
    case 0x2503: Arms(up: 2, down: 2)
    case 0x250C: Arms(right: 1, down: 1)
    case 0x250F: Arms(right: 2, down: 2)
    case 0x2510: Arms(down: 1, left: 1)
    case 0x2513: Arms(down: 2, left: 2)
    case 0x2514: Arms(up: 1, right: 1)
    case 0x2517: Arms(up: 2, right: 2)
    case 0x2518: Arms(up: 1, left: 1)
    case 0x251B: Arms(up: 2, left: 2)
    case 0x251C: Arms(up: 1, right: 1, down: 1)
    case 0x2523: Arms(up: 2, right: 2, down: 2)
    case 0x2524: Arms(up: 1, down: 1, left: 1)
    case 0x252B: Arms(up: 2, down: 2, left: 2)
    case 0x252C: Arms(right: 1, down: 1, left: 1)
    case 0x2533: Arms(right: 2, down: 2, left: 2)
    case 0x2534: Arms(up: 1, right: 1, left: 1)
    case 0x253B: Arms(up: 2, right: 2, left: 2)
    case 0x253C: Arms(up: 1, right: 1, down: 1, left: 1)
    case 0x254B: Arms(up: 2, right: 2, down: 2, left: 2)
    case 0x256D: Arms(right: 1, down: 1, isRound: true)
    case 0x256E: Arms(down: 1, left: 1, isRound: true)
    case 0x256F: Arms(up: 1, left: 1, isRound: true)
    case 0x2570: Arms(up: 1, right: 1, isRound: true)
    case 0x2574: Arms(left: 1)
    case 0x2575: Arms(up: 1)
    case 0x2576: Arms(right: 1)
    case 0x2577: Arms(down: 1)
    default: nil
    }
  }

  /// Returns the block of a block element character; nil for other characters.
  static func area(of point: UInt32) -> Area? {
    switch point {
    case 0x2580: Area(y: 0..<4)
    case 0x2581...0x2588: Area(y: (8 - Int(point - 0x2580))..<8)
    case 0x2589...0x258F: Area(x: 0..<(8 - Int(point - 0x2588)))
    case 0x2590: Area(x: 4..<8)
    case 0x2591...0x2593: Area(opacity: Int(point - 0x2590))
    case 0x2594: Area(y: 0..<1)
    case 0x2595: Area(x: 7..<8)
    default: nil
    }
  }
}
