/// A system library opened at run time, which stays open until the program ends.
package struct DynamicLibrary: @unchecked Sendable {
  #if canImport(WinSDK)
    private let handle: HMODULE
  #else
    private let handle: UnsafeMutableRawPointer
  #endif

  /// Opens the first library that exists; nil if none does, and where programs cannot open libraries.
  package init?(firstOf names: [String]) {
    guard !FaultInjection.refuses(.library) else { return nil }
    #if canImport(WinSDK)
      guard let handle = names.lazy.compactMap({ LoadLibraryA($0) }).first else { return nil }
    #elseif canImport(WASILibc)
      return nil
    #else
      guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
    #endif
    #if !canImport(WASILibc)
      self.handle = handle
    #endif
  }

  /// The address of a function; nil if the library has none with this name.
  package func function(_ name: String) -> UnsafeRawPointer? {
    #if canImport(WinSDK)
      GetProcAddress(handle, name).map { unsafeBitCast($0, to: UnsafeRawPointer.self) }
    #elseif canImport(WASILibc)
      nil
    #else
      dlsym(handle, name).map { UnsafeRawPointer($0) }
    #endif
  }
}
