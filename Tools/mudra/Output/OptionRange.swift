import ArgumentParser
import Foundation

/// Checks that the numbers given with options are in range.
enum OptionRange {
  /// Checks an option against the lowest and the highest value; one that was not given is in range.
  static func check<Value: Comparable & LosslessStringConvertible>(
    _ option: String, _ value: Value?, in range: ClosedRange<Value>
  ) throws {
    guard let value, !range.contains(value) else { return }
    throw fault(option, value, "a number from \(text(range.lowerBound)) to \(text(range.upperBound))")
  }

  /// Checks an option against the lowest value alone.
  static func check<Value: Comparable & LosslessStringConvertible>(
    _ option: String, _ value: Value?, in range: PartialRangeFrom<Value>
  ) throws {
    guard let value, !range.contains(value) else { return }
    throw fault(option, value, "at least \(text(range.lowerBound))")
  }

  /// The error for a value out of range, which it quotes as the user typed it.
  static func fault<Value: Equatable & LosslessStringConvertible>(
    _ option: String, _ value: Value, _ expected: String, arguments: [String] = ProcessInfo.processInfo.arguments
  ) -> ValidationError {
    let typed = typedValues(of: option, in: arguments).last { Value($0) == value }
    return ValidationError("\(option) is \(typed ?? text(value)), expected \(expected)")
  }

  private static func typedValues(of option: String, in arguments: [String]) -> [String] {
    arguments.indices.compactMap { index in
      if arguments[index] == option { return arguments.indices.contains(index + 1) ? arguments[index + 1] : nil }
      return arguments[index].hasPrefix(option + "=") ? String(arguments[index].dropFirst(option.count + 1)) : nil
    }
  }

  /// A number without a fraction that is zero: `3` rather than `3.0`.
  private static func text(_ value: some LosslessStringConvertible) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
