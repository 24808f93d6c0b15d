import MudraPlatform
import TensorKernels

/// The side of a tensor on which there is a page that can be neither read nor written.
package enum TrialSide: Sendable, CaseIterable {
  case start, end
}

/// One tensor of a trial, surrounded by NaNs, and perhaps next to an inaccessible page.
///
/// ```
///   NaNs │ elements, not aligned to vectors │ NaNs
///   inaccessible page │ elements │ NaNs to the end of a page
///   NaNs from the start of a page │ elements │ inaccessible page
/// ```
final class TrialMemory {
  private static let border = 264
  private static let mark: UInt32 = 0x7FC0_BEEF

  let tensor: TrialTensor
  let pointer: UnsafeMutableRawPointer
  /// The elements and what surrounds them.
  private let whole: UnsafeMutableRawBufferPointer
  /// Those with inaccessible pages around them; nil without such pages.
  private let pages: ZeroedMemory?
  var byteCount: Int { tensor.count * tensor.element.byteCount }

  /// - Parameter isScratch: whether it is aligned, as scratch is.
  init(_ tensor: TrialTensor, against side: TrialSide?, isScratch: Bool = false) {
    self.tensor = tensor
    let byteCount = tensor.count * tensor.element.byteCount
    let offset: Int
    if let side {
      (pages, whole) = Self.guarded(byteCount)
      offset = side == .start ? 0 : whole.count - byteCount
    } else {
      pages = nil
      whole = .allocate(byteCount: 3 * Self.border + (byteCount + 8) & ~3, alignment: 64)
      offset = isScratch ? 320 : Self.border
    }
    // `whole` is never empty.
    pointer = whole.baseAddress.unsafelyUnwrapped + offset
    _ = whole.initializeMemory(as: UInt32.self, repeating: Self.mark)
  }

  /// Pages with room for some bytes between two inaccessible ones, and the room.
  private static func guarded(_ byteCount: Int) -> (ZeroedMemory, UnsafeMutableRawBufferPointer) {
    let page = ZeroedMemory.pageByteCount
    let size = max(ZeroedMemory.wholePages(byteCount), page)
    #if !os(Windows) && !os(WASI)
      if let pages = ZeroedMemory(byteCount: size + 2 * page), mprotect(pages.pointer, page, PROT_NONE) == 0,
        mprotect(pages.pointer + page + size, page, PROT_NONE) == 0
      {
        return (pages, UnsafeMutableRawBufferPointer(start: pages.pointer + page, count: size))
      }
    #endif
    preconditionFailure("the system refuses the pages of a trial")
  }

  deinit { if pages == nil { whole.deallocate() } }

  func fill(from noise: inout TrialNoise, magnitudes: Bool) {
    func store<Element: BitwiseCopyable>(_ element: (Float) -> Element) {
      for index in 0..<tensor.count {
        var value = noise.next()
        switch tensor.values {
        case .upTo(let limit): value *= limit
        case .positive(let limit): value = (abs(value) + 0.01) * limit
        }
        let place = index * MemoryLayout<Element>.size
        pointer.storeBytes(of: element(magnitudes ? abs(value) : value), toByteOffset: place, as: Element.self)
      }
    }
    switch tensor.element {
    case .float32: store { $0 }
    case .int64: store { Int64($0) }
    case .int32: store { Int32(clamping: Int($0)) }
    case .int16: store { Int16(clamping: Int($0)) }
    case .int8: store { Int8(clamping: Int($0)) }
    case .uint8: store { UInt8(clamping: Int(abs($0))) }
    // Any byte but 0 is true.
    case .bool: store { $0 > 0 ? UInt8(clamping: 1 + Int($0)) : 0 }
    }
  }

  /// What is placed among other numbers.
  struct SpecialNumbers {
    /// The portion of elements.
    let rate: Float
    /// Whether some are not finite.
    let notFinite: Bool
  }

  /// Replaces some of the floats.
  func place(_ special: SpecialNumbers, from noise: inout TrialNoise, magnitudes: Bool) {
    guard tensor.element == .float32 else { return }
    for index in 0..<tensor.count where abs(noise.next()) < special.rate {
      let choices = special.notFinite && noise.next() > 0 ? TrialNumbers.notFinite : TrialNumbers.unusual
      let value = choices[min(Int(abs(noise.next()) * Float(choices.count)), choices.count - 1)]
      pointer.storeBytes(of: magnitudes ? abs(value) : value, toByteOffset: index * 4, as: Float.self)
    }
  }

  var isBorderIntact: Bool {
    let start = UnsafeRawPointer(pointer) - UnsafeRawPointer(whole.baseAddress.unsafelyUnwrapped)
    func isIntact(_ places: Range<Int>) -> Bool {
      places.allSatisfy { whole[$0] == UInt8(truncatingIfNeeded: Self.mark >> UInt32(8 * ($0 & 3))) }
    }
    return isIntact(0..<start) && isIntact(start + byteCount..<whole.count)
  }
}

/// Numbers from −1 to 1 determined by a seed (splitmix64).
struct TrialNoise {
  var state: UInt64

  mutating func next() -> Float {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Float(Int32(truncatingIfNeeded: bits)) / 2_147_483_648
  }
}
