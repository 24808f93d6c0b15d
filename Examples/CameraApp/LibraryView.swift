import AVFoundation
import CoreTransferable
import ImageIO
import Mudra
import PhotosUI
import SwiftUI

/// Pictures and videos of the photo library.
struct LibraryView: View {
  @ObservedObject var hands: HandsModel
  @State private var chosen: PhotosPickerItem?

  var body: some View {
    VStack {
      PhotosPicker("Choose a picture or a video", selection: $chosen, matching: .any(of: [.images, .videos]))
      FrameView(hands: hands)
    }
    .task(id: chosen) {
      guard let chosen else { return }
      do {
        if let movie = try await chosen.loadTransferable(type: Movie.self) {
          defer { try? FileManager.default.removeItem(at: movie.url) }
          try await show(movie)
        } else if let data = try await chosen.loadTransferable(type: Data.self) {
          try await show(data)
        }
      } catch {
        hands.message = "\(error)"
      }
    }
  }

  private func show(_ data: Data) async throws {
    // ImageIO reads what cameras write (HEIC), and rotates it upright.
    let options: [CFString: Any] = [
      kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
    ]
    guard let source = CGImageSourceCreateWithData(CFDataCreate(nil, [UInt8](data), data.count), nil),
      let bitmap = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
    else { throw TaskError.image(.unrecognizedFormat) }
    let result = try await hands.options.recognizer(.image).recognize(MPImage(cgImage: bitmap))
    hands.show(ShownFrame(bitmap: bitmap, result: result))
  }

  private func show(_ movie: Movie) async throws {
    let asset = AVURLAsset(url: movie.url)
    let generator = AVAssetImageGenerator(asset: asset)
    generator.appliesPreferredTrackTransform = true
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    let recognizer = try hands.options.recognizer(.video)
    let count = Int(try await asset.load(.duration).seconds * 15)
    let times = (0..<count).map { CMTime(value: CMTimeValue($0), timescale: 15) }
    for await image in generator.images(for: times) {
      guard let bitmap = try? image.image else { continue }
      let time = Int(image.requestedTime.seconds * 1000)
      let frame = VideoFrame(image: try MPImage(cgImage: bitmap), timestampInMilliseconds: time)
      hands.show(ShownFrame(bitmap: bitmap, result: try await recognizer.recognize(frame)))
      try Task.checkCancellation()
    }
  }
}

/// A copy of a video, since the library's file is only there during the transfer.
struct Movie: Transferable {
  let url: URL

  static var transferRepresentation: some TransferRepresentation {
    FileRepresentation(importedContentType: .movie) { received in
      let copy = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mov")
      try FileManager.default.copyItem(at: received.file, to: copy)
      return Movie(url: copy)
    }
  }
}
