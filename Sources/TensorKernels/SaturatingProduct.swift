/// The product of sizes from a file, or the largest integer on overflow. Each tensor of a model fits into memory, but
/// the work of a convolution may overflow 32 bits, or 64 in a hostile model.
package func saturatingProduct(_ factors: Int...) -> Int {
  factors.reduce(1) { product, factor in
    let (value, overflow) = product.multipliedReportingOverflow(by: factor)
    return overflow ? .max : value
  }
}
