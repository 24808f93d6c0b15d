/// Work in multiply-adds of emitted code that take as long.
package enum KernelWork {
  /// An element that is combined, compared, converted or selected.
  package static let element = 8
  /// An element with a function of many operations, such as an exponential, or with rounding integer arithmetic.
  package static let costlyElement = 32
  /// An element of a normalized row.
  static let normalizedElement = 64
  /// A row of a softmax, besides its elements.
  static let softmaxRow = 512

  /// The work of a number of elements, in up to three factors.
  static func of(_ count: Int, _ second: Int = 1, _ third: Int = 1, each work: Int = element) -> Int {
    // A page has one thread, which shares no work.
    #if hasFeature(Embedded)
      return .max
    #else
      return saturatingProduct(saturatingProduct(count, second, third), work)
    #endif
  }
}
