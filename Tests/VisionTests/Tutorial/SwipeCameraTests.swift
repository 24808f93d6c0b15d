#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Testing
  import Vision

  @Suite struct SwipeCameraTests {
    private final class Cards: HandSwiperDelegate {
      var swipes: [String] = []
      func thumbsUp() { swipes.append("up") }
      func thumbsDown() { swipes.append("down") }
    }

    private let cards = Cards()
    private let controller = SwipeViewController()
    private let size = CGSize(width: 390, height: 390)

    init() {
      controller.view = CameraView(frame: CGRect(origin: .zero, size: size))
      controller.delegate = cards
      controller.viewDidLoad()
    }

    private func show(_ buffer: CVPixelBuffer?, time: Int64) {
      let frame = CMSampleBuffer(
        imageBuffer: buffer, presentationTimeStamp: CMTimeMake(value: time, timescale: 30),
        duration: CMTimeMake(value: 1, timescale: 30))
      controller.captureOutput(AVCaptureOutput(), didOutput: frame, from: AVCaptureConnection())
    }

    /// A picture without a hand.
    private static func blank() throws -> CVPixelBuffer {
      CVPixelBuffer(
        try PixelImage(width: 256, height: 256, format: .gray, pixels: [UInt8](repeating: 90, count: 256 * 256)))
    }

    @Test func `a drawn clip of thumbs swipes up, down and up again, once each`() throws {
      let clip: [(picture: String?, frames: Int)] = [
        ("Thumb_Up_right", 4), (nil, 2), ("Thumb_Down_right", 4), (nil, 2), ("Thumb_Up_left", 4),
      ]
      var time: Int64 = 0
      for (picture, frames) in clip {
        let buffer = try picture.map { CVPixelBuffer(try RenderedHands.image($0)) } ?? Self.blank()
        for _ in 0..<frames {
          show(buffer, time: time)
          time += 1
        }
      }
      #expect(controller.lastError == nil && controller.isRunning)
      #expect(cards.swipes == ["up", "down", "up"])
    }

    @Test func `the overlay's circles lie on the drawn tips and the wrist, and vanish with the hand`() throws {
      show(CVPixelBuffer(try RenderedHands.image("Thumb_Up_left")), time: 0)
      let truth = try RenderedHands.truth("Thumb_Up_left")
      #expect(controller.circles.count == 6)
      for (circle, landmark) in zip(controller.circles, [4, 8, 12, 16, 20, 0]) {
        let place = CGPoint(x: truth[landmark][0] * size.width, y: truth[landmark][1] * size.height)
        #expect(hypot(circle.x - place.x, circle.y - place.y) < 0.05 * size.width)
      }
      show(try Self.blank(), time: 1)
      #expect(controller.circles.isEmpty)
    }

    @Test func `a frame without a picture ends the session with Vision's error`() {
      show(nil, time: 0)
      #expect(!controller.isRunning)
      #expect((controller.lastError as? NSError)?.domain == VNErrorDomain)
      #expect(controller.circles.isEmpty && cards.swipes.isEmpty)
    }
  }
#endif
