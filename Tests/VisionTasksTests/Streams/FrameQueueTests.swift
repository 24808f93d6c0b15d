import Testing
import VisionTasks

@Suite struct FrameQueueTests {
  @Test func `the newest frame wins`() {
    var queue = FrameQueue<Int>()
    #expect(queue.add(1) == nil)
    #expect(queue.add(2) == 1)
    #expect(queue.add(3) == 2)
    #expect(queue.droppedCount == 2)
    #expect(queue.next() == 3)
    #expect(queue.next() == nil)
  }

  @Test func `as many frames wait as there is room for, and the oldest gives way`() {
    var queue = FrameQueue<Int>(capacity: 3)
    let replaced = (1...5).map { queue.add($0) }
    #expect(replaced == [nil, nil, nil, 1, 2])
    #expect([queue.next(), queue.next(), queue.next(), queue.next()] == [3, 4, 5, nil])
  }

  @Test func `what is kept is never replaced, nor is a frame before it`() {
    var queue = FrameQueue<String>()
    _ = queue.add("frame 1")
    queue.keep("command")
    #expect(queue.add("frame 2") == nil)
    #expect(queue.add("frame 3") == "frame 2")
    #expect(queue.keptCount == 2)
    #expect([queue.next(), queue.next(), queue.next(), queue.next()] == ["frame 1", "command", "frame 3", nil])
    #expect((queue.keptCount, queue.droppedCount, queue.isEmpty) == (0, 1, true))
    #expect(queue.add("frame 4") == nil)
  }

  @Test func `what is removed or not answered counts as dropped`() {
    var queue = FrameQueue<Int>(capacity: 2)
    queue.keep(1)
    _ = queue.add(2)
    #expect(queue.removeAll() == [1, 2])
    queue.countDrop()
    #expect((queue.droppedCount, queue.keptCount, queue.isEmpty) == (3, 0, true))
    #expect(queue.add(3) == nil)
    #expect(queue.next() == 3)
  }
}
