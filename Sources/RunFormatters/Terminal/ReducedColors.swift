/// The pixels of an image in at most 256 colours.
///
/// Colours have the precision of sixels: a percentage for each channel. An image with too many colours is
/// reduced with the median cut algorithm and Floyd-Steinberg dithering.
struct ReducedColors {
  /// The colours, in percent of red, green and blue.
  private(set) var palette: [RGB] = []
  /// The palette index of each pixel.
  private(set) var pixels: [UInt8] = []

  static let most = 256

  init(_ image: [RGB], width: Int) {
    pixels.reserveCapacity(image.count)
    var places: [RGB: UInt8] = [:]
    for pixel in image {
      let percent = Self.percent(pixel)
      if let place = places[percent] {
        pixels.append(place)
      } else if palette.count < Self.most {
        places[percent] = UInt8(palette.count)
        pixels.append(UInt8(palette.count))
        palette.append(percent)
      } else {
        dither(image, width: width)
        return
      }
    }
  }

  private static func percent(_ color: RGB) -> RGB {
    func share(_ value: Int) -> Int { (value * 100 + 127) / 255 }
    return RGB(share(color[0]), share(color[1]), share(color[2]))
  }

  // MARK: Median cut

  /// A group of colours that only differ in the lower bits of their channels.
  private struct ColorCell {
    var sum = (0, 0, 0)
    var count = 0
    var mean: RGB { RGB(sum.0 / max(count, 1), sum.1 / max(count, 1), sum.2 / max(count, 1)) }
  }

  /// A range of cells, and the channel in which they differ most.
  private struct ColorBox {
    var cells: Range<Int>
    var channel = 0
    var weight = 0

    init(_ cells: Range<Int>, of means: [(mean: RGB, cell: ColorCell)]) {
      self.cells = cells
      let count = cells.reduce(0) { $0 + means[$1].cell.count }
      for channel in 0..<3 {
        var (least, most) = (255, 0)
        for index in cells {
          least = min(least, means[index].mean[channel])
          most = max(most, means[index].mean[channel])
        }
        // The range of a channel has more weight than the number of pixels; otherwise small details would
        // lose their colours.
        let weight = (most - least) * (most - least) * Int(Double(count).squareRoot())
        if weight > self.weight { (self.channel, self.weight) = (channel, weight) }
      }
    }
  }

  private static func palette(of image: [RGB]) -> [RGB] {
    var cells = [ColorCell](repeating: ColorCell(), count: 1 << 15)
    for pixel in image {
      cells[pixel.cell].sum.0 += pixel[0]
      cells[pixel.cell].sum.1 += pixel[1]
      cells[pixel.cell].sum.2 += pixel[2]
      cells[pixel.cell].count += 1
    }
    var used = cells.filter { $0.count > 0 }.map { (mean: $0.mean, cell: $0) }
    var boxes = [ColorBox(used.indices, of: used)]
    while boxes.count < most, let widest = boxes.indices.max(by: { boxes[$0].weight < boxes[$1].weight }),
      boxes[widest].weight > 0
    {
      let box = boxes[widest]
      used[box.cells].sort { $0.mean[box.channel] < $1.mean[box.channel] }
      let half = box.cells.reduce(0) { $0 + used[$1].cell.count } / 2
      var (middle, count) = (box.cells.lowerBound, 0)
      while middle < box.cells.upperBound - 1,
        count + used[middle].cell.count <= half || middle == box.cells.lowerBound
      {
        count += used[middle].cell.count
        middle += 1
      }
      boxes[widest] = ColorBox(box.cells.lowerBound..<middle, of: used)
      boxes.append(ColorBox(middle..<box.cells.upperBound, of: used))
    }
    return boxes.map { box in
      var all = ColorCell()
      for index in box.cells {
        let cell = used[index].cell
        all.sum = (all.sum.0 + cell.sum.0, all.sum.1 + cell.sum.1, all.sum.2 + cell.sum.2)
        all.count += cell.count
      }
      return percent(all.mean)
    }
  }

  // MARK: Dithering

  /// The limit of the error that is passed on. Larger errors would accumulate where no colour is near, and
  /// appear as dots.
  private static let mostPassedOn = 24

  private mutating func dither(_ image: [RGB], width: Int) {
    palette = Self.palette(of: image)
    pixels.removeAll(keepingCapacity: true)
    let shown = palette.map { RGB($0[0] * 255 / 100, $0[1] * 255 / 100, $0[2] * 255 / 100) }
    var nearest = [Int16](repeating: -1, count: 1 << 15)
    // The error in sixteenths that the pixels of this row and the next still receive, with one extra pixel on
    // either side.
    var owed = [Int](repeating: 0, count: 3 * (width + 2))
    var next = owed
    for (index, pixel) in image.enumerated() {
      let column = index % width
      if column == 0, index > 0 {
        swap(&owed, &next)
        for place in next.indices { next[place] = 0 }
      }
      let place = 3 * (column + 1)
      func wanted(_ channel: Int) -> Int {
        let passed = min(max(owed[place + channel] / 16, -Self.mostPassedOn), Self.mostPassedOn)
        return min(max(pixel[channel] + passed, 0), 255)
      }
      let color = RGB(wanted(0), wanted(1), wanted(2))
      var chosen = Int(nearest[color.cell])
      if chosen < 0 {
        chosen = shown.indices.min { shown[$0].distance(to: color) < shown[$1].distance(to: color) } ?? 0
        nearest[color.cell] = Int16(chosen)
      }
      pixels.append(UInt8(chosen))
      for channel in 0..<3 {
        let error = color[channel] - shown[chosen][channel]
        owed[place + 3 + channel] += error * 7
        next[place - 3 + channel] += error * 3
        next[place + channel] += error * 5
        next[place + 3 + channel] += error
      }
    }
  }
}
