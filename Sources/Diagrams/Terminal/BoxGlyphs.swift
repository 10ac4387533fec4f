/// The box-drawing characters for lines that meet in a cell. Two bits give the strength on each side: up,
/// right, down, left.
enum BoxGlyphs {
  private static func sides(_ lines: UInt8) -> (up: UInt8, right: UInt8, down: UInt8, left: UInt8) {
    (lines & 3, lines >> 2 & 3, lines >> 4 & 3, lines >> 6)
  }

  static func ascii(_ lines: UInt8, isDotted: Bool) -> Character {
    let (up, right, down, left) = sides(lines)
    let isHorizontal = right > 0 || left > 0
    let isVertical = up > 0 || down > 0
    if isHorizontal, isVertical { return "+" }
    if isHorizontal { return max(right, left) >= 2 ? "=" : isDotted ? "." : "-" }
    return isDotted ? ":" : "|"
  }

  static func unicode(_ lines: UInt8, isDotted: Bool, isRound: Bool) -> Character {
    let (up, right, down, left) = sides(lines)
    if isDotted, max(up, down, left, right) == 1 {
      if up == 0, down == 0 { return "┄" }
      if left == 0, right == 0 { return "┆" }
    }
    if let glyph = mixed[lines] { return glyph }
    let set: Int
    switch max(up, right, down, left) {
    case 3
    where min(up == 0 ? 3 : up, right == 0 ? 3 : right, down == 0 ? 3 : down, left == 0 ? 3 : left) == 3:
      set = 2
    case 2
    where min(up == 0 ? 3 : up, right == 0 ? 3 : right, down == 0 ? 3 : down, left == 0 ? 3 : left) == 2:
      set = 1
    default: set = 0
    }
    let mask = (up > 0 ? 1 : 0) | (right > 0 ? 2 : 0) | (down > 0 ? 4 : 0) | (left > 0 ? 8 : 0)
    if set == 0, isRound {
      switch mask {
      case 3: return "╰"
      case 6: return "╭"
      case 9: return "╯"
      case 12: return "╮"
      default: break
      }
    }
    return plain[set][mask]
  }

  /// The characters for lines of one strength, indexed by a bit for each side.
  private static let plain: [[Character]] = [
    [" ", "│", "─", "└", "│", "│", "┌", "├", "─", "┘", "─", "┴", "┐", "┤", "┬", "┼"],
    [" ", "┃", "━", "┗", "┃", "┃", "┏", "┣", "━", "┛", "━", "┻", "┓", "┫", "┳", "╋"],
    [" ", "║", "═", "╚", "║", "║", "╔", "╠", "═", "╝", "═", "╩", "╗", "╣", "╦", "╬"],
  ]

  private static func key(_ up: UInt8, _ right: UInt8, _ down: UInt8, _ left: UInt8) -> UInt8 {
    up | right << 2 | down << 4 | left << 6
  }

  /// The characters for lines of different strengths.
  private static let mixed: [UInt8: Character] = [
    key(0, 1, 2, 1): "┰", key(2, 1, 0, 1): "┸", key(1, 2, 1, 0): "┝", key(1, 0, 1, 2): "┥",
    key(2, 1, 2, 1): "╂",
    key(1, 2, 1, 2): "┿", key(0, 2, 1, 2): "┯", key(1, 2, 0, 2): "┷", key(2, 1, 2, 0): "┠",
    key(2, 0, 2, 1): "┨",
    key(0, 3, 1, 3): "╤", key(1, 3, 0, 3): "╧", key(3, 1, 3, 0): "╟", key(3, 0, 3, 1): "╢",
    key(3, 1, 3, 1): "╫",
    key(1, 3, 1, 3): "╪", key(1, 0, 2, 0): "╽", key(2, 0, 1, 0): "╿", key(1, 0, 2, 1): "┧",
    key(2, 0, 1, 1): "┦",
    key(1, 1, 2, 0): "┟", key(2, 1, 1, 0): "┞",
  ]
}
