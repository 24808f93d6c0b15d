import TensorKernels
import Testing

@Suite struct PackedPanelsTests {
  @Test(arguments: [1, 3, 7, 8, 9, 16, 17], [1, 2, 5, 33])
  func `a packed filter reads back by the drawing's formula`(columns: Int, depth: Int) {
    let filter = (0..<columns * depth).map { Float($0 + 1) }
    let source = PaddedFloats(filter)
    let panels = PackedPanels(filter: source.pointer, columns: columns, depth: depth)
    #expect(panels.panelCount == (columns + 7) / 8)
    #expect(panels.panelStride == depth * 8)
    #expect(panels.buffer.count == panels.panelCount * panels.panelStride)
    for panel in 0..<panels.panelCount {
      for k in 0..<depth {
        for j in 0..<PackedPanels.width {
          let n = 8 * panel + j
          let expected = n < columns ? filter[n * depth + k] : 0
          #expect(panels.buffer.pointer[(panel * depth + k) * 8 + j] == expected)
        }
      }
    }
  }

  @Test func `an empty filter packs into nothing`() {
    let source = PaddedFloats([])
    #expect(PackedPanels(filter: source.pointer, columns: 0, depth: 5).panelCount == 0)
    #expect(PackedPanels(filter: source.pointer, columns: 5, depth: 0).buffer.count == 0)
  }
}
