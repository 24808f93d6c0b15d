import PixelImaging
import VisionTasks

/// Draws hands on a picture: the skeleton, a disc for each landmark, and a label.
///
/// Colors and proportions are those of MediaPipe's default hand style, for a picture of 480 pixels; larger and smaller
/// pictures get larger and smaller marks.
public struct HandDrawing: Sendable {
  /// The shorter side, in pixels, of a picture whose marks have MediaPipe's sizes.
  package static let standardSide: Float = 480

  private static let discRadius: Float = 5
  private static let rimColor = Color(red: 224, green: 224, blue: 224)
  private static let labelBackground = Color(red: 0, green: 0, blue: 0, alpha: 176)

  private var canvas: Canvas
  private let scale: Float
  private let textScale: Int

  /// A drawing that starts as a copy of `image`.
  public init(on image: PixelImage) {
    canvas = Canvas(image)
    let side = Float(min(image.width, image.height))
    scale = max(side / Self.standardSide, 0.4)
    textScale = max(Int((side / (Self.standardSide / 2)).rounded()), 1)
  }

  /// The current picture, RGB or RGBA.
  public var image: PixelImage { canvas.image }

  /// Draws a hand; landmarks outside the picture are omitted, with the lines that end there.
  ///
  /// - Parameters:
  ///   - landmarks: the hand's landmarks, normalized to the picture.
  ///   - label: a line of text above the hand, or below it if there is no space above.
  public mutating func draw(_ landmarks: [NormalizedLandmark], label: String? = nil) {
    let points = landmarks.map(point)
    for part in HandPart.allCases {
      for connection in part.connections {
        guard let start = Self.point(connection.start, of: points), let end = Self.point(connection.end, of: points)
        else { continue }
        canvas.strokeLine(
          from: start, to: end, thickness: part.connectionThickness * scale, color: part.connectionColor)
      }
    }
    for part in HandPart.allCases {
      for landmark in part.landmarks {
        guard let center = Self.point(UInt(landmark), of: points) else { continue }
        canvas.fillDisc(center: center, radius: (Self.discRadius + 1) * scale, color: Self.rimColor)
        canvas.fillDisc(center: center, radius: Self.discRadius * scale, color: part.landmarkColor)
      }
    }
    if let label {
      draw(label, near: points.compactMap { $0 })
    }
  }

  /// Puts a label above or below points, entirely in the picture if it fits.
  private mutating func draw(_ label: String, near points: [PixelPoint]) {
    guard let left = points.map(\.x).min(), let top = points.map(\.y).min(), let bottom = points.map(\.y).max()
    else { return }
    let size = Canvas.labelSize(label, scale: textScale)
    let gap = Int(2 * Self.discRadius * scale)
    let above = Int(top) - gap - size.height
    let below = min(Int(bottom) + gap, canvas.height - size.height)
    canvas.drawLabel(
      label, x: max(min(Int(left), canvas.width - size.width), 0), y: above >= 0 ? above : max(below, 0),
      scale: textScale, color: .white, background: Self.labelBackground)
  }

  /// The pixel of a landmark; nil outside the picture.
  private func point(_ landmark: NormalizedLandmark) -> PixelPoint? {
    guard (0...1).contains(landmark.x), (0...1).contains(landmark.y) else { return nil }
    return PixelPoint(
      x: min((landmark.x * Float(canvas.width)).rounded(.down), Float(canvas.width - 1)),
      y: min((landmark.y * Float(canvas.height)).rounded(.down), Float(canvas.height - 1)))
  }

  private static func point(_ index: UInt, of points: [PixelPoint?]) -> PixelPoint? {
    index < points.count ? points[Int(index)] : nil
  }
}
