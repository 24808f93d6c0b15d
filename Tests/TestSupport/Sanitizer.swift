import Foundation

/// The sanitizer with which the tests, and the command next to them, were built.
public enum Sanitizer {
  /// Address Sanitizer.
  public static let isAddress = hasSymbol("__asan_init")
  /// Thread Sanitizer.
  public static let isThread = hasSymbol("__tsan_init")

  private static func hasSymbol(_ name: String) -> Bool { dlsym(dlopen(nil, RTLD_NOW), name) != nil }
}
