import PixelImaging
import VisionCore

/// What is tried with a picture in which no hand is found. MediaPipe tries nothing.
///
/// Each takes the time of another picture, and only where there is no hand. Landmarks are in the picture as it is.
public enum SecondLook: String, Sendable, Hashable, Codable, CaseIterable {
  /// A black border of half the picture's side around it: for a hand that fills its picture.
  case bordered
  /// So much more light that its brightest hundredth is white, after a slight blur: for a dark picture.
  case brightened
  /// Its brightness alone, in the tint of skin: for gloves, odd light, and red and blue in each other's place.
  case tinted
}

extension SecondLook {
  /// A frame as this look sees it.
  func frame(_ frame: TaskFrame) -> TaskFrame {
    switch self {
    case .bordered: frame.replacing(search: .bordered)
    case .brightened: frame.replacing(pixels: frame.pixels.image.brightened())
    case .tinted: frame.replacing(pixels: frame.pixels.image.tinted())
    }
  }
}
