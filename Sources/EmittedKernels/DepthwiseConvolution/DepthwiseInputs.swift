import TensorKernels

/// Allocates registers for a block's inputs: those needed again replace those needed last (Belady 1966).
///
/// Plain arrays and loops: this runs for thousands of products per model, and closures and iterators are slow without
/// optimization.
struct DepthwiseInputs {
  enum Place: Equatable {
    /// In this register, from an earlier product.
    case held(Int)
    /// In memory, to be loaded into this register.
    case loaded(Int)
    /// In memory, and not worth a register.
    case memory
  }

  private let products: [DepthwiseLayout.Product]
  /// Each product's next use of the same input, or `Int.max`.
  private let nextUses: [Int]
  /// Each input's register, or -1.
  private var registers: [Int]
  /// Each register's input, or -1, and its next use.
  private var inputs: [Int], uses: [Int]

  init(_ products: [DepthwiseLayout.Product], registerCount: Int) {
    self.products = products
    var inputCount = 0
    for index in products.indices { inputCount = max(inputCount, products[index].inputNumber + 1) }
    var next = [Int](repeating: .max, count: products.count)
    var later = [Int](repeating: .max, count: inputCount)
    var index = products.count - 1
    while index >= 0 {
      let input = products[index].inputNumber
      next[index] = later[input]
      later[input] = index
      index -= 1
    }
    nextUses = next
    registers = [Int](repeating: -1, count: inputCount)
    inputs = [Int](repeating: -1, count: registerCount)
    uses = [Int](repeating: .max, count: registerCount)
  }

  /// The input's place for product `index`; must be called for each product in order.
  mutating func place(_ index: Int) -> Place {
    let input = products[index].inputNumber
    let held = registers[input]
    if held >= 0 {
      uses[held] = nextUses[index]
      return .held(held)
    }
    // The first register whose input is needed last.
    var last = -1
    var lastUse = nextUses[index]
    for register in uses.indices where uses[register] > lastUse { (last, lastUse) = (register, uses[register]) }
    guard last >= 0 else { return .memory }
    if inputs[last] >= 0 { registers[inputs[last]] = -1 }
    (inputs[last], uses[last], registers[input]) = (input, nextUses[index], last)
    return .loaded(last)
  }
}
