import HandRecording

/// What a socket has sent and is not yet worked on: commands and stills in order, and of video frames only the newest.
struct WaitingFrames {
  /// A piece of work.
  enum Item: Sendable {
    case command(ClientCommand)
    case frame(FrameMessage)
    case modelPart([UInt8])
  }

  /// In order; at most one video frame, the newest, at the end of what came before it.
  private var items: [Item] = []
  /// How many video frames were replaced by newer ones.
  private(set) var droppedCount = 0
  /// How many items are no video frames, which are never dropped.
  private(set) var keptCount = 0

  /// Whether nothing waits.
  var isEmpty: Bool { items.isEmpty }

  /// Adds an item. A video frame takes the place of one that waits since the last command.
  mutating func add(_ item: Item) {
    guard case .frame(let frame) = item, !frame.header.flags.contains(.still) else {
      items.append(item)
      keptCount += 1
      return
    }
    if case .frame(let last)? = items.last, !last.header.flags.contains(.still) {
      items[items.count - 1] = item
      droppedCount += 1
    } else {
      items.append(item)
    }
  }

  /// Removes the oldest item.
  mutating func next() -> Item? {
    guard !items.isEmpty else { return nil }
    let item = items.removeFirst()
    if case .frame(let frame) = item, !frame.header.flags.contains(.still) { return item }
    keptCount -= 1
    return item
  }
}
