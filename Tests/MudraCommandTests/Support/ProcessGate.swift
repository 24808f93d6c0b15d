/// Limits the number of programs that run at the same time, however many tests want one.
actor ProcessGate {
  /// The gate of this test run.
  static let shared = ProcessGate(limit: 3)

  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private init(limit: Int) {
    places = limit
  }

  /// Waits for a slot and takes it.
  func enter() async {
    guard places == 0 else {
      places -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Gives the slot to the longest waiter.
  func leave() {
    if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
  }
}
