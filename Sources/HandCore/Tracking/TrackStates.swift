/// Something that is kept for each track of a video as long as its hand is remembered.
struct TrackStates<State: Sendable>: Sendable {
  private var entries: [(track: Int, state: State)] = []

  /// Passes the state of a track to `body`, in place; `first` for a track that has none.
  mutating func update(_ track: Int, first: @autoclosure () -> State, _ body: (inout State) -> Void) {
    let index = entries.firstIndex { $0.track == track } ?? entries.count
    if index == entries.count { entries.append((track, first())) }
    body(&entries[index].state)
  }

  /// Forgets other tracks.
  mutating func keep(_ isKept: (Int) -> Bool) { entries.removeAll { !isKept($0.track) } }
}
