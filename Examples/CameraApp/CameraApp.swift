import HandPose
import Mudra
import SwiftUI

/// Hands in front of the camera, in pictures and in videos, and cards that are turned without touch.
@main
struct CameraApp: App {
  var body: some Scene { WindowGroup { ContentView() } }
}

struct ContentView: View {
  @StateObject private var hands = HandsModel()
  @State private var page = Page.camera
  @State private var showsOptions = false

  enum Page: String, CaseIterable { case camera, library, touchless }

  var body: some View {
    VStack {
      Picker("Page", selection: $page) {
        ForEach(Page.allCases, id: \.self) { page in Text(page.rawValue.capitalized) }
      }
      .pickerStyle(.segmented)
      switch page {
      case .camera: FrameView(hands: hands, isMirrored: true)
      case .library: LibraryView(hands: hands)
      case .touchless: CardsView(hands: hands)
      }
      Text(hands.message)
      Button("Options") { showsOptions = true }
    }
    .padding()
    .sheet(isPresented: $showsOptions) { OptionsView(options: $hands.options) }
    .task(id: "\(page) \(hands.options)") {
      hands.stopCamera()
      if page != .library { await hands.startCamera() }
    }
  }
}

/// The options of the recognizer that the app lets its user choose.
struct HandOptions: Sendable {
  var handCount = 2
  var detection: Float = 0.5
  var isSmooth = true

  func recognizer(_ mode: RunningMode) throws -> GestureRecognizer {
    let options = GestureRecognizerOptions()
    options.runningMode = mode
    options.numHands = handCount
    options.minHandDetectionConfidence = detection
    options.tracking.smoothing = isSmooth && mode == .video ? SmoothingOptions() : nil
    return try GestureRecognizer(options: options)
  }
}

struct OptionsView: View {
  @Binding var options: HandOptions
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    Form {
      Stepper("Hands: \(options.handCount)", value: $options.handCount, in: 1...4)
      Text("Palms above \(Int(options.detection * 100)) %")
      Slider(value: $options.detection, in: 0...1)
      Toggle("Smooth landmarks", isOn: $options.isSmooth)
      Button("Done") { dismiss() }
    }
  }
}

/// Cards that thumbs-up and thumbs-down turn, and a pinch marks.
struct CardsView: View {
  @ObservedObject var hands: HandsModel
  @State private var card = 0
  @State private var marked: Set<Int> = []
  private let names = HandLandmark.allCases.map { "\($0)" }

  var body: some View {
    VStack {
      Text(names[card]).font(.largeTitle)
      Text(marked.contains(card) ? "marked" : " ")
      Text("Thumb up: next. Thumb down: previous. Pinch: mark.")
      FrameView(hands: hands, isMirrored: true)
    }
    .onChange(of: hands.gesture) { gesture in
      switch gesture {
      case .rest: break
      case .thumbsUp: card = (card + 1) % names.count
      case .thumbsDown: card = (card + names.count - 1) % names.count
      case .pinch: marked.formSymmetricDifference([card])
      }
    }
  }
}
