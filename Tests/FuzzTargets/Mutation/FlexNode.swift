import TestSupport

/// A value of a FlexBuffer, to be written: the counterpart of `FlexValue`, whose documentation draws the format.
indirect enum FlexNode {
  case integer(Int64)
  case float(Float)
  /// An integer that its slot leads to.
  case distant(Int64)
  case key(String)
  case vector([FlexNode])
  /// Integers without type bytes.
  case integers([Int64])
  case map([(key: String, value: FlexNode)])

  /// The buffer with this value as its root. Widths are chosen at random, among those that distances fit into.
  func buffer(_ random: inout SeededGenerator) -> [UInt8] {
    var writer = Writer(random: random)
    let slot = writer.write(self)
    let width = writer.width()
    writer.align(to: 1 << width)
    writer.append(slot, 1 << width)
    writer.bytes += [slot.type, 1 << UInt8(width)]
    random = writer.random
    return writer.bytes
  }

  /// What stands in the slot of a parent.
  private struct Slot {
    var number: Int64 = 0
    /// The value, if it is no integer.
    var float: Float?
    /// Where the value lies, if not in the slot.
    var place: Int?
    /// The kind of value and the logarithm of the width of its slots.
    var type: UInt8
  }

  private struct Writer {
    var random: SeededGenerator
    var bytes: [UInt8] = []

    /// The logarithm of a width that the distance to any byte fits into.
    mutating func width() -> Int {
      let least = bytes.count < 200 ? 0 : bytes.count < 50_000 ? 1 : 2
      return random.below(4 - least) + least
    }

    mutating func align(to byteCount: Int) {
      while bytes.count % byteCount != 0 { bytes.append(0) }
    }

    mutating func append(_ slot: Slot, _ byteCount: Int) {
      var number = slot.place.map { Int64(bytes.count - $0) } ?? slot.number
      if let float = slot.float {
        number = byteCount == 8 ? Int64(bitPattern: Double(float).bitPattern) : Int64(float.bitPattern)
      }
      for byte in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * Int64(byte)))) }
    }

    /// Writes a value's slots behind their count: where the first one is, and the logarithm of their width.
    mutating func append(_ slots: [Slot], after heads: [Slot] = []) -> (place: Int, width: Int) {
      let width = width()
      align(to: 1 << width)
      for head in heads + [Slot(number: Int64(slots.count), type: 0)] { append(head, 1 << width) }
      let place = bytes.count
      for slot in slots { append(slot, 1 << width) }
      return (place, width)
    }

    mutating func write(_ node: FlexNode) -> Slot {
      func slot(_ kind: Int, _ written: (place: Int, width: Int)) -> Slot {
        Slot(place: written.place, type: UInt8(kind << 2 | written.width))
      }
      switch node {
      case .integer(let number): return Slot(number: number, type: 1 << 2 | 3)
      case .float(let number): return Slot(float: number, type: 3 << 2 | 2)
      case .distant(let number):
        let place = bytes.count
        append(Slot(number: number, type: 0), 8)
        return slot(6, (place, 3))
      case .key(let text):
        let place = bytes.count
        bytes += Array(text.utf8) + [0]
        return slot(4, (place, 0))
      case .integers(let numbers): return slot(11, append(numbers.map { Slot(number: $0, type: 0) }))
      case .vector(let nodes):
        let slots = nodes.map { write($0) }
        let written = append(slots)
        bytes += slots.map(\.type)
        return slot(10, written)
      case .map(let entries):
        let sorted = entries.sorted { $0.key < $1.key }
        let texts = sorted.map { write(.key($0.key)) }
        let keys = append(texts)
        let slots = sorted.map { write($0.value) }
        let heads = [Slot(place: keys.place, type: 0), Slot(number: 1 << Int64(keys.width), type: 0)]
        let written = append(slots, after: heads)
        bytes += slots.map(\.type)
        return slot(9, written)
      }
    }
  }
}

extension FlexNode {
  /// Keys of the custom operators' options, and others.
  private static let keys = [
    "left_rotation_idx", "right_rotation_idx", "target_rotation_radians", "output_height", "output_width", "scale_x",
    "scale_y", "subset_idxs", "mode", "", "a",
  ]

  /// Any value of at most some depth.
  static func random(_ random: inout SeededGenerator, depth: Int) -> FlexNode {
    switch random.below(depth > 0 ? 10 : 5) {
    case 0, 1: .integer(random.one(of: [0, 1, 2, 3, 16, 127, 255, 1 << 24, -1, .max, .min]))
    case 2: .float(random.one(of: [0, 1, 1.5, -1, 16, .nan, .infinity, 1e30]))
    case 3: .distant(random.one(of: [0, 1, 16, -1, .max]))
    case 4: .key(random.one(of: keys))
    case 5: .integers((0..<random.one(of: [0, 1, 3, 4, 40])).map { _ in random.one(of: [0, 1, 2, 3, -1, 255, .max]) })
    case 6, 7: .vector((0..<random.below(5)).map { _ in FlexNode.random(&random, depth: depth - 1) })
    default: options(&random, depth: depth)
    }
  }

  /// A map with most of the keys that the custom operators read.
  static func options(_ random: inout SeededGenerator, depth: Int) -> FlexNode {
    var entries: [(key: String, value: FlexNode)] = []
    for key in keys where !random.once(in: 8) {
      let usual: FlexNode =
        switch key {
        case "subset_idxs": random.once(in: 2) ? .integers([0, 1, 2]) : .vector([.integer(0), .integer(1)])
        case "target_rotation_radians", "scale_x", "scale_y": .float(1.5)
        default: .integer(Int64(random.below(3) + 1))
        }
      entries.append((key, random.once(in: 6) ? .random(&random, depth: depth - 1) : usual))
      if random.once(in: 20) { entries.append(entries[entries.count - 1]) }
    }
    return .map(entries)
  }
}
