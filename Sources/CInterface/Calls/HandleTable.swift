import MudraPlatform
import VisionTasks

/// The objects that C holds, by handles.
///
/// A handle is a number that looks like an address and is never given twice: one that was freed, was invented or
/// belongs to another kind of object is found out, whatever is in memory by now.
final class HandleTable: Sendable {
  private struct State {
    var objects: [UInt: any AnyObject & Sendable] = [:]
    var last: UInt = 0x1000
  }

  /// The only table.
  static let shared = HandleTable()

  private let state = Guarded(State())

  /// A new handle of an object, which lives until ``remove(_:)``.
  func add(_ object: any AnyObject & Sendable) -> OpaquePointer? {
    let number = state.withLock { state in
      // Not a multiple of 16, as the addresses that allocators give.
      state.last += 24
      state.objects[state.last] = object
      return state.last
    }
    return OpaquePointer(bitPattern: number)
  }

  /// The object of a handle.
  ///
  /// - Throws: `CallFailure` for a handle that is not one of this type.
  func object<Object: AnyObject>(_ handle: OpaquePointer?, _ type: Object.Type) throws(CallFailure) -> Object {
    let number = UInt(bitPattern: handle)
    guard let object = state.withLock({ $0.objects[number] }) as? Object else { throw Self.failure(handle) }
    return object
  }

  /// Ends a handle.
  ///
  /// - Throws: `CallFailure` for a handle that is not one of this type.
  func remove<Object: AnyObject>(_ handle: OpaquePointer?, _ type: Object.Type) throws(CallFailure) -> Object {
    let number = UInt(bitPattern: handle)
    let removed = state.withLock { state -> (any AnyObject & Sendable)? in
      state.objects[number] is Object ? state.objects.removeValue(forKey: number) : nil
    }
    guard let object = removed as? Object else { throw Self.failure(handle) }
    return object
  }

  private static func failure(_ handle: OpaquePointer?) -> CallFailure {
    .invalid(handle == nil ? "The handle is null" : "The handle is none of this kind, or was freed")
  }
}
