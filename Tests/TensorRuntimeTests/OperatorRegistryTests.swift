import TensorRuntime
import Testing

@Suite struct OperatorRegistryTests {
  @Test func `every operator has a name and a number of its own`() {
    let names = OperatorRegistry.all.map { $0.tfliteName }
    let codes = OperatorRegistry.all.map { $0.builtinCode }
    #expect(Set(names).count == names.count)
    #expect(Set(codes).count == codes.count)
    #expect(names.allSatisfy { name in name == name.uppercased() && !name.isEmpty })
  }

  @Test func `operators are found by their number`() throws {
    for type in OperatorRegistry.all {
      #expect(OperatorRegistry.find(builtinCode: type.builtinCode)?.tfliteName == type.tfliteName)
    }
    for code in [-1, 32, 127, 100_000] { #expect(OperatorRegistry.find(builtinCode: code) == nil) }
  }

  @Test func `names are sorted`() {
    #expect(OperatorRegistry.names == OperatorRegistry.names.sorted())
    #expect(OperatorRegistry.names.count == OperatorRegistry.all.count)
  }
}
