/// The product of sizes from a file, the largest integer if it is larger. Each tensor of a model fits into memory, but
/// not what a convolution of two of them takes: it may overflow 32 bits, and 64 in a hostile model.
package func saturatingProduct(_ factors: Int...) -> Int {
  factors.reduce(1) { product, factor in
    let (value, overflow) = product.multipliedReportingOverflow(by: factor)
    return overflow ? .max : value
  }
}
