import Foundation
import GestureTraining
import Testing

@Suite struct GestureEnrollerTests {
  /// Takes frames of a gesture until the enroller has enough.
  private func enroll(
    _ name: String, _ gesture: Int, _ drawn: inout DrawnEmbeddings, _ enroller: inout GestureEnroller
  ) throws {
    try enroller.begin(name)
    for _ in 0..<100 where try enroller.add(drawn.next(gesture)) == .complete { return }
    Issue.record("never complete")
  }

  private func twoGestures() throws -> (enroller: GestureEnroller, drawn: DrawnEmbeddings) {
    var drawn = DrawnEmbeddings(gestureCount: 3, spread: 0.1)
    var enroller = GestureEnroller(frameCount: 8)
    try enroll("a", 0, &drawn, &enroller)
    try enroll("b", 1, &drawn, &enroller)
    return (enroller, drawn)
  }

  @Test func `gestures are learned from frames`() throws {
    var (enroller, drawn) = try twoGestures()
    #expect(enroller.names == ["a", "b"])
    let gestures = try enroller.train()
    #expect(gestures.decision(for: drawn.next(2)).name == nil)
    #expect((0..<20).count { _ in gestures.decision(for: drawn.next(1)).name == "b" } > 15)
  }

  @Test func `frames of a moving hand are not taken`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 2, spread: 0.1)
    var enroller = GestureEnroller(frameCount: 3)
    try enroller.begin("a")
    #expect(try enroller.add(drawn.next(0)) == .moving)
    #expect(try enroller.add(drawn.next(1)) == .moving)
    #expect(try enroller.add(drawn.next(0)) == .moving)
    #expect(try enroller.add(drawn.next(0)) == .taken(count: 1, wanted: 3))
  }

  @Test func `a pose that is known already is told`() throws {
    var (enroller, drawn) = try twoGestures()
    try enroller.begin("c")
    _ = try enroller.add(drawn.next(0))
    let steps = try (0..<10).map { _ in try enroller.add(drawn.next(0)) }
    #expect(steps.contains(.known(gesture: "a")))
  }

  @Test func `a gesture is removed, and a saved enroller goes on`() throws {
    var (enroller, drawn) = try twoGestures()
    var copy = try JSONDecoder().decode(GestureEnroller.self, from: JSONEncoder().encode(enroller))
    #expect(copy == enroller)
    copy.remove("a")
    #expect(copy.names == ["b"])
    let gestures = try copy.train()
    #expect(gestures.names == ["b"])
    #expect(gestures.decision(for: drawn.next(0)).name == nil)
    enroller.remove("b")
    enroller.remove("a")
    #expect(throws: GestureTrainingError.noExamples(pictureCount: 0)) { try enroller.train() }
  }

  @Test func `a name that a gesture cannot have is refused at once`() {
    var enroller = GestureEnroller()
    #expect(throws: GestureTrainingError.name("None", fault: .reserved)) { try enroller.begin("None") }
  }
}
