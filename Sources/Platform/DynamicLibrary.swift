/// A library of the system that is opened while the program runs, and stays open until it ends.
package struct DynamicLibrary: @unchecked Sendable {
  #if canImport(WinSDK)
    private let handle: HMODULE
  #else
    private let handle: UnsafeMutableRawPointer
  #endif

  /// Opens the first of some libraries that is there; nil if none is, and where programs cannot open any.
  package init?(firstOf names: [String]) {
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

  /// The address of a function; nil if the library has none of that name.
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
