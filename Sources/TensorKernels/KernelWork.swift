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

  /// The work of a number of elements, in several factors.
  static func of(_ count: Int..., each work: Int = element) -> Int { count.reduce(work) { saturatingProduct($0, $1) } }
}
