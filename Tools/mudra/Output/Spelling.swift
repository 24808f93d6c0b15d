/// What somebody meant who typed a name that does not exist.
enum Spelling {
  /// The name that a word is most like; nil if it is like none.
  static func nearest(to word: String, among names: [String]) -> String? {
    let word = word.lowercased()
    let distances = names.map { name in
      (name: name, distance: name.lowercased().hasPrefix(word) ? 1 : distance(word, name.lowercased()))
    }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return nearest.distance <= max(2, word.count / 3) ? nearest.name : nil
  }

  /// The fewest letters to insert, remove, replace or swap with a neighbor to turn one word into another.
  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    guard left.count <= 32, right.count <= 256 else { return .max }
    var rows = [Array(0...right.count)]
    for row in 0..<left.count {
      var next = [row + 1]
      for column in 0..<right.count {
        var best = min(next[column], rows[row][column + 1]) + 1
        best = min(best, rows[row][column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, rows[row - 1][column - 1] + 1)
        }
        next.append(best)
      }
      rows.append(next)
    }
    return rows[left.count][right.count]
  }
}
