import HandTracking
import PixelImaging
import Testing

/// Labels cover neither hands nor each other, and stay in the picture.
@Suite struct HandLabelTests {
  /// Hands of several pictures, from one in the middle to four that touch.
  private static let scenes: [[[NormalizedLandmark]]] = [
    [DrawnHand.landmarks()],
    [DrawnHand.landmarks(dx: -0.2), DrawnHand.landmarks(dx: 0.2)],
    [DrawnHand.landmarks(dx: -0.05, scale: 0.5), DrawnHand.landmarks(dx: 0.05, scale: 0.5)],
    [DrawnHand.landmarks(dy: -0.2), DrawnHand.landmarks(dx: 0.25, dy: 0.2)],
    [DrawnHand.landmarks(dx: -0.35), DrawnHand.landmarks(dx: 0.35)],
    [
      DrawnHand.landmarks(dx: -0.25, dy: -0.25, scale: 0.7), DrawnHand.landmarks(dx: 0.25, dy: -0.25, scale: 0.7),
      DrawnHand.landmarks(dx: -0.25, dy: 0.25, scale: 0.7), DrawnHand.landmarks(dx: 0.25, dy: 0.25, scale: 0.7),
    ],
  ]

  private func drawing(
    _ hands: [[NormalizedLandmark]], on image: PixelImage, labels: Bool = true
  ) -> HandDrawing {
    var drawing = HandDrawing(on: image)
    for (index, hand) in hands.enumerated() {
      drawing.draw(hand, label: labels ? ["Right  Pointing_Up 0.77", "Left  Victory 0.91"][index % 2] : nil)
    }
    return drawing
  }

  private func contains(_ box: LabelBox, _ x: Int, _ y: Int) -> Bool {
    (box.x..<box.x + box.width).contains(x) && (box.y..<box.y + box.height).contains(y)
  }

  @Test(arguments: [(640, 480), (960, 640), (480, 640), (320, 240)], scenes)
  func `no pixel of a hand changes for a label`(size: (width: Int, height: Int), hands: [[NormalizedLandmark]]) throws {
    let image = try DrawnHand.gray(size.width, size.height)
    let labeled = drawing(hands, on: image)
    let plain = drawing(hands, on: image, labels: false).image
    let boxes = labeled.placedLabels.map(\.box)
    #expect(boxes.count == hands.count)
    let ofHands = Set(DrawnHand.differences(image, plain).map { $0.y * size.width + $0.x })
    let ofLabels = DrawnHand.differences(plain, labeled.image)
    #expect(ofLabels.allSatisfy { pixel in boxes.contains { contains($0, pixel.x, pixel.y) } })
    #expect(ofLabels.allSatisfy { !ofHands.contains($0.y * size.width + $0.x) })
    // The text is there: its pixels are white.
    #expect(ofLabels.count >= boxes.count * 12 * 50)
  }

  @Test(arguments: [(640, 480), (1920, 1280), (480, 640), (320, 240), (200, 150)], scenes)
  func `labels share no pixel, and end in the picture`(
    size: (width: Int, height: Int), hands: [[NormalizedLandmark]]
  ) throws {
    let boxes = drawing(hands, on: try DrawnHand.gray(size.width, size.height)).placedLabels.map(\.box)
    for (index, box) in boxes.enumerated() {
      #expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height)
      for other in boxes[..<index] { #expect(box.overlap(other) == 0) }
    }
  }

  @Test(arguments: scenes)
  func `a label is off the fingers, not only off their lines`(hands: [[NormalizedLandmark]]) throws {
    let (width, height) = (640, 480)
    let boxes = drawing(hands, on: try DrawnHand.gray(width, height)).placedLabels.map(\.box)
    for hand in hands {
      let points = hand.map { (x: $0.x * Float(width), y: $0.y * Float(height)) }
      let knuckles = (points[17].x - points[5].x, points[17].y - points[5].y)
      // Knuckles are a finger apart: a finger reaches half of that to each side of its line.
      let reach = 0.45 * (knuckles.0 * knuckles.0 + knuckles.1 * knuckles.1).squareRoot() / 3
      for connection in HandConnections.all {
        let (start, end) = (points[Int(connection.start)], points[Int(connection.end)])
        for step in 0...20 {
          let part = Float(step) / 20
          let (x, y) = (start.x + part * (end.x - start.x), start.y + part * (end.y - start.y))
          for (dx, dy) in [(0, 0), (reach, 0), (-reach, 0), (0, reach), (0, -reach)] {
            let (column, row) = (Int((x + dx).rounded(.down)), Int((y + dy).rounded(.down)))
            #expect(!boxes.contains { contains($0, column, row) })
          }
        }
      }
    }
  }

  @Test func `a label is above its hand where there is space, else below it`() throws {
    let image = try DrawnHand.gray(640, 480)
    let hand = DrawnHand.landmarks(scale: 0.5)
    let box = try #require(drawing([hand], on: image).placedLabels.first).box
    #expect(box.y + box.height < Int(hand.map { $0.y * 480 }.min() ?? 0))
    let high = DrawnHand.landmarks(dy: -0.3, scale: 0.5)
    let below = try #require(drawing([high], on: image).placedLabels.first).box
    #expect(below.y > Int(high.map { $0.y * 480 }.max() ?? 0))
  }

  @Test func `the label of the first hand is not covered by the second`() throws {
    let image = try DrawnHand.gray(640, 480)
    let first = DrawnHand.landmarks(dy: 0.2, scale: 0.5)
    let alone = try #require(drawing([first], on: image).placedLabels.first).box
    // The second hand is where the label was.
    let second = DrawnHand.landmarks(dy: -0.15, scale: 0.5)
    let both = drawing([first, second], on: image).placedLabels.map(\.box)
    #expect(both.first != alone)
  }

  // MARK: Small pictures

  @Test(arguments: [(100, 100), (120, 90), (100, 300), (80, 60)])
  func `all characters of a label fit into a small picture`(width: Int, height: Int) throws {
    let labels = drawing([DrawnHand.landmarks(scale: 0.8)], on: try DrawnHand.gray(width, height)).placedLabels
    let label = try #require(labels.first)
    #expect(label.form.scale == 1)
    #expect(label.form.lines.flatMap { $0.split(separator: " ") } == ["Right", "Pointing_Up", "0.77"])
    #expect(label.box.x + label.box.width <= width && label.box.y + label.box.height <= height)
  }

  @Test func `characters become smaller where large ones would cover a hand`() throws {
    let image = try DrawnHand.gray(500, 480)
    let small = try #require(drawing([DrawnHand.landmarks(scale: 0.6)], on: image).placedLabels.first)
    #expect(small.form.scale == 2)
    let larger = stride(from: Float(1.5), through: 2.4, by: 0.1).compactMap { scale in
      drawing([DrawnHand.landmarks(dx: 0.02, dy: 0.02, scale: scale)], on: image).placedLabels.first
    }
    #expect(larger.contains { $0.form.scale == 1 || $0.form.lines.count > 1 })
  }

  @Test(arguments: [(1, 1), (8, 8), (9, 12), (20, 300), (300, 20), (40, 13)])
  func `a label that does not fit is cut at a whole character`(width: Int, height: Int) throws {
    for label in drawing([DrawnHand.landmarks()], on: try DrawnHand.gray(width, height)).placedLabels {
      #expect(label.box.x >= 0 && label.box.x + label.box.width <= width)
      #expect(label.box.y >= 0 && label.box.y + label.box.height <= height)
      #expect(label.form.lines.allSatisfy { !$0.isEmpty && Canvas.labelSize($0).width <= width })
    }
  }

  @Test func `a text of any length takes little time and space`() {
    let forms = LabelForm.forms(of: String(repeating: "word ", count: 100_000), scale: 4, width: 400, height: 300)
    #expect(forms.allSatisfy { $0.width <= 400 && $0.height <= 300 })
    #expect(!forms.isEmpty)
    #expect(LabelForm.forms(of: "   ", scale: 1, width: 8, height: 8).isEmpty)
  }
}
