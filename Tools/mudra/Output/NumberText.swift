import Foundation

/// Numbers in human-readable form.
enum NumberText {
  /// Digits in groups of three, as in `1 234 567`.
  static func grouped(_ value: Int) -> String {
    var result = ""
    let digits = String(value.magnitude)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { result += " " }
      result.append(digit)
    }
    return value < 0 ? "-" + result : result
  }

  /// A number with a fixed number of digits after the decimal point.
  static func fixed(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }

  /// Extents of a tensor, as in `[1,192,192,3]`.
  static func shape(_ shape: [Int]) -> String {
    "[" + shape.map(String.init).joined(separator: ",") + "]"
  }

  /// A count with its word, as in `1 hand` and `2 hands`.
  static func count(_ count: Int, _ word: String) -> String {
    "\(grouped(count)) \(word)\(count == 1 ? "" : "s")"
  }
}
