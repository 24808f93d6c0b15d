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
  private var space: LabelSpace
  private var labels: [(text: String, hand: LabelBox)] = []
  private let scale: Float
  private let textScale: Int

  /// A drawing that starts as a copy of `image`.
  public init(on image: PixelImage) {
    canvas = Canvas(image)
    let side = Float(min(image.width, image.height))
    scale = max(side / Self.standardSide, 0.4)
    textScale = max(Int((side / (Self.standardSide / 2)).rounded()), 1)
    space = LabelSpace(width: image.width, height: image.height, cell: 2 * textScale)
  }

  /// The current picture, RGB or RGBA, with the labels of all hands.
  public var image: PixelImage {
    var canvas = canvas
    for label in placedLabels {
      let lineHeight = label.box.height / label.form.lines.count
      for (index, line) in label.form.lines.enumerated() {
        canvas.drawLabel(
          line, x: label.box.x, y: label.box.y + index * lineHeight, scale: label.form.scale, color: .white,
          background: Self.labelBackground)
      }
    }
    return canvas.image
  }

  /// Draws a hand; landmarks outside the picture are omitted, with the lines that end there.
  ///
  /// - Parameters:
  ///   - landmarks: the hand's landmarks, normalized to the picture.
  ///   - label: a text above the hand or below it, or wherever it covers neither a hand nor another label, however many
  ///     are drawn. Where there is no such place, its characters become smaller, and it gets several lines.
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
    let fingerRadius = reserve(landmarks.map(unclippedPoint))
    if let label, !label.isEmpty, let hand = Self.box(around: points.compactMap { $0 }, margin: fingerRadius) {
      labels.append((label, hand))
    }
  }

  // MARK: Labels

  /// The labels with their places.
  package var placedLabels: [(form: LabelForm, box: LabelBox)] {
    var space = space
    return labels.compactMap { label in
      space.updateSums()
      guard let placed = place(label.text, near: label.hand, in: space) else { return nil }
      space.addLabel(placed.box)
      return placed
    }
  }

  /// The first form of a text that has a free place near its hand, or the one that covers least.
  private func place(_ text: String, near hand: LabelBox, in space: LabelSpace) -> (form: LabelForm, box: LabelBox)? {
    var best: (form: LabelForm, place: LabelSpace.Place)?
    for form in LabelForm.forms(of: text, scale: textScale, width: canvas.width, height: canvas.height) {
      let place = space.place(width: form.width, height: form.height, near: hand)
      if place.covers < best?.place.covers ?? .max { best = (form, place) }
      if place.covers == 0 { break }
    }
    return best.map { ($0.form, $0.place.box) }
  }

  /// Keeps labels off a hand: off its fingers, which are about as wide as the knuckles are apart, and off its palm.
  /// Returns half the width of a finger.
  private mutating func reserve(_ points: [PixelPoint?]) -> Float {
    func distance(_ a: UInt, _ b: UInt) -> Float? {
      guard let a = Self.point(a, of: points), let b = Self.point(b, of: points) else { return nil }
      return ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    let knuckles = [distance(5, 9), distance(9, 13), distance(13, 17)].compactMap { $0 }
    let width = knuckles.reduce(0, +) / Float(max(knuckles.count, 1))
    // Of a hand seen from the side, the knuckles are close together.
    let radius = max(width / 2, (distance(0, 9) ?? 0) / 10, (Self.discRadius + 1) * scale)
    let spokes: [(UInt, UInt)] = [(0, 9), (0, 13)]
    for (start, end) in HandConnections.all.map({ ($0.start, $0.end) }) + spokes {
      guard let start = Self.point(start, of: points), let end = Self.point(end, of: points) else { continue }
      space.addHand(from: start, to: end, radius: radius, weight: 1)
      // If a label must cover something, rather skin than lines.
      let marks = (Self.discRadius + 1) * scale
      space.addHand(from: start, to: end, radius: marks, weight: LabelSpace.maximumHandWeight)
    }
    return radius
  }

  private static func box(around points: [PixelPoint], margin: Float) -> LabelBox? {
    guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
      let bottom = points.map(\.y).max()
    else { return nil }
    return LabelBox(
      x: Int(left - margin), y: Int(top - margin), width: Int(right - left + 2 * margin) + 1,
      height: Int(bottom - top + 2 * margin) + 1)
  }

  // MARK: Points

  /// The pixel of a landmark; nil outside the picture.
  private func point(_ landmark: NormalizedLandmark) -> PixelPoint? {
    guard (0...1).contains(landmark.x), (0...1).contains(landmark.y) else { return nil }
    return PixelPoint(
      x: min((landmark.x * Float(canvas.width)).rounded(.down), Float(canvas.width - 1)),
      y: min((landmark.y * Float(canvas.height)).rounded(.down), Float(canvas.height - 1)))
  }

  /// The pixel of a landmark, also beside the picture; nil far from it.
  private func unclippedPoint(_ landmark: NormalizedLandmark) -> PixelPoint? {
    guard (-2...3).contains(landmark.x), (-2...3).contains(landmark.y) else { return nil }
    return PixelPoint(x: landmark.x * Float(canvas.width), y: landmark.y * Float(canvas.height))
  }

  private static func point(_ index: UInt, of points: [PixelPoint?]) -> PixelPoint? {
    index < points.count ? points[Int(index)] : nil
  }
}
