#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS))
  // What the functions of CoreVideo and CoreMedia have among their parameters.

  /// Four characters that name a format.
  public typealias OSType = UInt32
  /// A result of CoreMedia's functions: 0 for success.
  public typealias OSStatus = Int32
  /// CoreFoundation's name of a string.
  public typealias CFString = String
  /// CoreFoundation's name of a dictionary: options and attributes, which have no effect here.
  public typealias CFDictionary = [String: Any]

  /// A source of memory. There is only one, which is nil.
  public final class CFAllocator: Sendable {
    private init() {}
  }

  /// The only source of memory.
  public let kCFAllocatorDefault: CFAllocator? = nil
  /// CoreFoundation's name of true.
  public let kCFBooleanTrue: Bool! = true
  /// CoreFoundation's name of false.
  public let kCFBooleanFalse: Bool! = false
  /// Success of one of CoreMedia's functions.
  public let noErr: OSStatus = 0
#endif
