// The system's C library, re-exported to all modules that import this one: `expf`, `memcpy`, `errno` and the like. No
// other file in Sources depends on which one it is.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Android)
  @_exported import Android
#elseif canImport(Darwin)
  @_exported import Darwin
#elseif canImport(WASILibc)
  @_exported import WASILibc
#elseif canImport(WinSDK)
  @_exported import WinSDK
  @_exported import ucrt
#endif
