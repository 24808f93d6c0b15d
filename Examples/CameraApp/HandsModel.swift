import HandPose
import Mudra
import SwiftUI

/// A picture with what was found in it. A bitmap does not change, so threads may share it.
struct ShownFrame: @unchecked Sendable {
  let bitmap: CGImage
  let result: GestureRecognizerResult
  var observations: [HandPoseObservation] = []
}

/// What the app shows. All work is done elsewhere.
@MainActor final class HandsModel: ObservableObject {
  @Published var options = HandOptions()
  @Published private(set) var frame: ShownFrame?
  @Published private(set) var gesture = TouchlessGesture.rest
  @Published var message = ""
  private var camera: CameraReader?
  private var touchless = try? TouchlessRecognizer()

  func startCamera() async {
    guard await CameraReader.isAllowed() else { return message = "The camera is not allowed." }
    guard camera == nil, !Task.isCancelled else { return }
    do {
      let camera = try CameraReader(try options.recognizer(.video)) { frame in
        Task { @MainActor [weak self] in self?.show(frame) }
      }
      self.camera = camera
      camera.start()
    } catch {
      message = "\(error)"
    }
  }

  func stopCamera() {
    camera?.stop()
    camera = nil
  }

  func show(_ frame: ShownFrame) {
    self.frame = frame
    message = frame.result.hands.compactMap(\.gesture?.name).joined(separator: ", ")
    if let gesture = touchless?.update(with: frame.observations.first) { self.gesture = gesture }
  }
}

/// The current picture with its hands.
struct FrameView: View {
  @ObservedObject var hands: HandsModel
  var isMirrored = false

  var body: some View {
    if let frame = hands.frame {
      Image(decorative: frame.bitmap, scale: 1).resizable()
        .aspectRatio(contentMode: .fit)
        .overlay { Canvas { context, size in draw(frame.result, in: &context, size) } }
        .scaleEffect(x: isMirrored ? -1 : 1, y: 1)
    } else {
      Text("No picture yet.")
    }
  }

  private func draw(_ result: GestureRecognizerResult, in context: inout GraphicsContext, _ size: CGSize) {
    for hand in result.hands {
      let points = hand.landmarks.map { CGPoint(x: CGFloat($0.x) * size.width, y: CGFloat($0.y) * size.height) }
      var lines = Path()
      for connection in HandLandmarker.handConnections {
        lines.move(to: points[Int(connection.start)])
        lines.addLine(to: points[Int(connection.end)])
      }
      context.stroke(lines, with: .color(.green), lineWidth: 3)
      for point in points {
        context.fill(Path(ellipseIn: CGRect(x: point.x - 4, y: point.y - 4, width: 8, height: 8)), with: .color(.red))
      }
    }
  }
}
