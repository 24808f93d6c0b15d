/// The filter of a matrix product in panels of eight columns, which a tile reads sequentially.
///
///     filter[n, k]                panel p holds columns 8p … 8p+7
///
///     panel 0:  k = 0: n0 n1 n2 n3 n4 n5 n6 n7
///               k = 1: n0 n1 n2 n3 n4 n5 n6 n7
///               …                                  (depth × 8 floats)
///     panel 1:  k = 0: n8 …
///
/// `packed[(p · depth + k) · 8 + j] = filter[8p + j, k]`; columns past the last one are zero.
package struct PackedPanels: Sendable {
  package static let width = 8
  package let panelCount: Int
  package let panelStride: Int
  package let buffer: AlignedBuffer

  package init(filter: UnsafePointer<Float>, columns: Int, depth: Int) {
    panelCount = (columns + Self.width - 1) / Self.width
    panelStride = depth * Self.width
    buffer = AlignedBuffer(zeros: panelCount * panelStride)
    for n in 0..<columns {
      let source = filter + n * depth
      let target = buffer.pointer + (n / Self.width) * panelStride + n % Self.width
      for k in 0..<depth { target[k * Self.width] = source[k] }
    }
  }
}
