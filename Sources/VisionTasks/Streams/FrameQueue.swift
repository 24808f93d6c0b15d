/// Frames that wait to be processed, of which newer ones replace older ones.
///
/// The one place where "the newest frame wins" is decided and drops are counted. Commands and stills, which must not be
/// lost, can wait among the frames, in order. The queue has no lock: its owner guards it.
public struct FrameQueue<Element> {
  private var elements: [Element] = []
  /// Frames at the end of the queue, which newer ones may replace.
  private var frameCount = 0
  private let capacity: Int
  /// Frames that were replaced, removed, or counted by ``countDrop()``.
  public private(set) var droppedCount = 0
  /// Waiting elements that cannot be replaced, for a limit on them.
  public private(set) var keptCount = 0

  /// An empty queue.
  ///
  /// - Parameter capacity: the number of frames that may wait, at least 1.
  public init(capacity: Int = 1) {
    self.capacity = max(capacity, 1)
  }

  /// Whether nothing waits.
  public var isEmpty: Bool { elements.isEmpty }

  /// Adds a frame, and returns the one that it replaces: the oldest one since the last element that is kept. Its owner
  /// releases it outside the lock.
  public mutating func add(_ frame: Element) -> Element? {
    defer { elements.append(frame) }
    guard frameCount == capacity else {
      frameCount += 1
      return nil
    }
    droppedCount += 1
    return elements.remove(at: elements.count - frameCount)
  }

  /// Adds an element that no frame replaces.
  public mutating func keep(_ element: Element) {
    elements.append(element)
    keptCount += 1 + frameCount
    frameCount = 0
  }

  /// Removes the oldest element.
  public mutating func next() -> Element? {
    guard !elements.isEmpty else { return nil }
    if elements.count == frameCount { frameCount -= 1 } else { keptCount -= 1 }
    return elements.removeFirst()
  }

  /// Removes everything and counts it as dropped.
  public mutating func removeAll() -> [Element] {
    droppedCount += elements.count
    (frameCount, keptCount) = (0, 0)
    return elements.take()
  }

  /// Counts a frame that was taken but is not answered.
  public mutating func countDrop() {
    droppedCount += 1
  }
}

extension FrameQueue: Sendable where Element: Sendable {}

extension Array {
  fileprivate mutating func take() -> [Element] {
    defer { self = [] }
    return self
  }
}
