/// The filter of a matrix product, divided into panels of eight columns so that a tile reads it sequentially.
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
  /// Columns of a panel.
  package static let width = 8
  /// Number of panels.
  package let panelCount: Int
  /// Floats from one panel to the next.
  package let panelStride: Int
  /// The panels, one after another.
  package let buffer: AlignedBuffer

  /// Packs a filter of `columns` × `depth` floats.
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
