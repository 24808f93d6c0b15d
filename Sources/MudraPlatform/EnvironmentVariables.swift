/// The environment variables of this process.
package enum EnvironmentVariables {
  /// A variable's value; nil if it is unset or empty.
  package static subscript(name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
