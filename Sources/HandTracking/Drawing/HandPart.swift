import PixelImaging
import VisionTasks

/// A part of the hand with its own color in drawings, as in MediaPipe's default style.
package enum HandPart: CaseIterable, Sendable {
  case palm, thumb, indexFinger, middleFinger, ringFinger, pinky

  /// The indices of the landmarks that have the part's color; knuckles belong to the palm.
  package var landmarks: [Int] {
    switch self {
    case .palm: [0, 1, 5, 9, 13, 17]
    case .thumb: [2, 3, 4]
    case .indexFinger: [6, 7, 8]
    case .middleFinger: [10, 11, 12]
    case .ringFinger: [14, 15, 16]
    case .pinky: [18, 19, 20]
    }
  }

  /// The lines of the part.
  package var connections: [Connection] {
    switch self {
    case .palm: HandConnections.palm
    case .thumb: HandConnections.thumb
    case .indexFinger: HandConnections.indexFinger
    case .middleFinger: HandConnections.middleFinger
    case .ringFinger: HandConnections.ringFinger
    case .pinky: HandConnections.pinky
    }
  }

  /// The color of the part's landmarks.
  package var landmarkColor: Color {
    switch self {
    case .palm: Color(red: 255, green: 48, blue: 48)
    case .thumb: Color(red: 255, green: 229, blue: 180)
    case .indexFinger: Color(red: 128, green: 64, blue: 128)
    case .middleFinger: Color(red: 255, green: 204, blue: 0)
    case .ringFinger: Color(red: 48, green: 255, blue: 48)
    case .pinky: Color(red: 21, green: 101, blue: 192)
    }
  }

  /// The color of the part's lines.
  package var connectionColor: Color {
    self == .palm ? Color(red: 128, green: 128, blue: 128) : landmarkColor
  }

  /// The thickness of the part's lines, in pixels of a picture of `HandDrawing.standardSide`.
  package var connectionThickness: Float {
    self == .palm ? 3 : 2
  }
}
