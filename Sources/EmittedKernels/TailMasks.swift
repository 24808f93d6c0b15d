/// Eight set lanes, then eight clear ones: a load n lanes before the clear ones is a mask of n lanes.
struct TailMasks {
  private let set = SIMD8<UInt32>(repeating: .max)
  let clear = SIMD8<UInt32>(repeating: 0)
}
