import Foundation

/// Which sanitizer the tests, and the command beside them, were built with.
public enum Sanitizer {
  /// Address Sanitizer.
  public static let isAddress = hasSymbol("__asan_init")
  /// Thread Sanitizer.
  public static let isThread = hasSymbol("__tsan_init")

  private static func hasSymbol(_ name: String) -> Bool { dlsym(dlopen(nil, RTLD_NOW), name) != nil }
}
