import MachineCode
import TensorKernels

/// Schedules loads of AArch64 code some products before their use: in-order processors would stall otherwise.
struct ProductSchedule {
  private enum Operation {
    /// Loads registers.
    case load((inout ARM64Assembler) -> Void)
    /// `sum += left * right`, or times one lane of `right`.
    case product(
      sum: ARM64VectorRegister, left: ARM64VectorRegister, right: ARM64VectorRegister, lane: Int?)
  }

  private var operations: [Operation] = []
  private let lead: Int

  /// - Parameter lead: by how many products loads are moved up, unless those need their registers.
  init(lead: Int) {
    self.lead = lead
  }

  /// Adds a load of some registers. Loads stay in order.
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

  /// Adds a product that follows all previous loads.
  mutating func multiply(
    _ sum: ARM64VectorRegister, _ left: ARM64VectorRegister, _ right: ARM64VectorRegister, lane: Int? = nil
  ) {
    operations.append(.product(sum: sum, left: left, right: right, lane: lane))
  }

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
