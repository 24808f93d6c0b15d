/// A page has one thread, which shares no work.
package enum KernelWork {
  package static let element = 8
  package static let costlyElement = 32
  static let normalizedElement = 64
  static let softmaxRow = 512

  @inline(__always)
  static func of(_ count: Int, _ second: Int = 1, _ third: Int = 1, each work: Int = element) -> Int { .max }
}
