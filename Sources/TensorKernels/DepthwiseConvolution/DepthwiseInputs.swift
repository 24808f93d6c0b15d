/// Which inputs of a block are in registers while its products are emitted: those that are needed again stay, replacing
/// those that are needed last (Belady 1966).
///
/// Only arrays of integers, and loops over them: this is done for thousands of products whenever a model is loaded, and
/// without optimization closures and iterators take most of the time.
struct DepthwiseInputs {
  /// Where the input of a product is.
  enum Place: Equatable {
    /// In this register, from an earlier product.
    case held(Int)
    /// In memory, to be loaded into this register.
    case loaded(Int)
    /// In memory, and not worth a register.
    case memory
  }

  private let products: [DepthwiseLayout.Product]
  /// For each product the next one with the same input, or `Int.max`.
  private let nextUses: [Int]
  /// For each input its register, or -1.
  private var registers: [Int]
  /// For each register its input, or -1, and the next product that needs it.
  private var inputs: [Int], uses: [Int]

  /// No register holds an input yet.
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

  /// The place of the input of product `index`, given that the products before it have been asked for, in order.
  mutating func place(_ index: Int) -> Place {
    let input = products[index].inputNumber
    let held = registers[input]
    if held >= 0 {
      uses[held] = nextUses[index]
      return .held(held)
    }
    // The first of the registers whose inputs are needed last.
    var last = -1
    var lastUse = nextUses[index]
    for register in uses.indices where uses[register] > lastUse { (last, lastUse) = (register, uses[register]) }
    guard last >= 0 else { return .memory }
    if inputs[last] >= 0 { registers[inputs[last]] = -1 }
    (inputs[last], uses[last], registers[input]) = (input, nextUses[index], last)
    return .loaded(last)
  }
}
