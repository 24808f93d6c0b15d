import MachineCode

/// Loads and multiply-adds of AArch64 code in an order in which loads come some products before what needs them:
/// processors that execute in order would wait for them.
struct ProductSchedule {
  private enum Operation {
    /// Code that writes registers.
    case load((inout ARM64Assembler) -> Void)
    /// `sum += left * right`, or times one lane of it.
    case product(
      sum: ARM64VectorRegister, left: ARM64VectorRegister, right: ARM64VectorRegister, lane: Int?)
  }

  private var operations: [Operation] = []
  /// The number of products that a load overtakes.
  private let lead: Int

  /// - Parameter lead: the number of products that a load overtakes, unless they need its register.
  init(lead: Int) {
    self.lead = lead
  }

  /// Adds a load of some registers. Loads stay in their order.
  mutating func load(_ registers: [ARM64VectorRegister], _ code: @escaping (inout ARM64Assembler) -> Void) {
    var place = operations.count
    while place > 0, operations.count - place < lead,
      case .product(let sum, let left, let right, _) = operations[place - 1],
      !registers.contains(where: { $0 == sum || $0 == left || $0 == right })
    {
      place -= 1
    }
    operations.insert(.load(code), at: place)
  }

  /// Adds a product to a sum; after the loads before it.
  mutating func multiply(
    _ sum: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister, lane: Int? = nil
  ) {
    operations.append(.product(sum: sum, left: left, right: right, lane: lane))
  }

  /// Emits everything.
  func emit(_ code: inout ARM64Assembler) {
    for operation in operations {
      switch operation {
      case .load(let load): load(&code)
      case .product(let sum, let left, let right, let lane?): code.fmla(sum, left, right, lane: lane)
      case .product(let sum, let left, let right, nil): code.fmla(sum, left, right)
      }
    }
  }
}
