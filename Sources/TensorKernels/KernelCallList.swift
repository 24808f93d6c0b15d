import MachineCode

extension KernelCall {
  /// Maximum calls of one operator in a table: more would take too much memory for the time saved.
  package static let maxPerOperator = 1 << 14
}

/// The calls of a kernel's steps, listed until one has none or there are too many.
package struct KernelCallList {
  /// What ends a list.
  package struct Missing: Error {
    package init() {}
  }

  package var calls: [KernelCall] = []

  /// The calls that `body` appends; nil if it could not.
  package static func calls(_ body: (inout KernelCallList) throws(Missing) -> Void) -> [KernelCall]? {
    var list = KernelCallList()
    do throws(Missing) {
      try body(&list)
      return list.calls
    } catch {
      return nil
    }
  }

  /// Appends the calls of a step; nil if it has none.
  package mutating func append(_ next: [KernelCall]?) throws(Missing) {
    guard let next, calls.count + next.count <= KernelCall.maxPerOperator else { throw Missing() }
    calls += next
  }

  package mutating func append(_ call: KernelCall) throws(Missing) {
    guard calls.count < KernelCall.maxPerOperator else { throw Missing() }
    calls.append(call)
  }
}
