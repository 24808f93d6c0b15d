extension [String] {
  /// The strings as shown in a message: the first ones, and the number of others.
  package func printable(limit: Int = 10) -> String {
    let first = prefix(limit).map { $0.printable }.joined(separator: ", ")
    return count > limit ? "\(first) and \(count - limit) others" : first
  }
}
