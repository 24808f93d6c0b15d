import GestureTraining
import HandCore
import TFLiteFormat

// The functions of the module that learns gestures: teaching.js calls them, on one thread. Whatever they say is JSON in
// memory that the next call may change.

nonisolated(unsafe) private var teaching = Teaching()

/// Gives the next calls a text. 0: a gesture, 1: where an example is from, 2: its group, 3: the canned gesture that it
/// shows; an empty one stands for none.
@_cdecl("mudra_set_text")
public func setText(_ index: Int32, _ start: UnsafePointer<UInt8>, _ count: Int32) {
  teaching.perform { teaching in
    guard teaching.texts.indices.contains(Int(index)) else { return }
    teaching.texts[Int(index)] = String(
      decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
  }
}

/// Takes the other poses that come with the library: 0, or -1 for an error.
@_cdecl("mudra_other_poses")
public func setOtherPoses(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  teaching.perform { (teaching) throws(GestureTrainingError) in
    OtherPoses.given = try OtherPoses(
      Bytes(copying: UnsafeRawBufferPointer(start: start, count: Int(count))), path: "the file of other poses")
  }
}

/// Begins the gesture of the text, of which at most so many frames are taken.
@_cdecl("mudra_begin")
public func begin(_ frameCount: Int32) -> Int32 {
  teaching.perform { (teaching) throws(GestureTrainingError) in
    try teaching.enroller.begin(teaching.texts[0], frameCount: Int(frameCount))
  }
}

/// Ends the gesture, and keeps what was taken of it.
@_cdecl("mudra_finish")
public func finish() {
  teaching.perform { $0.enroller.finish() }
}

/// Forgets the gesture of the text.
@_cdecl("mudra_remove")
public func remove() {
  teaching.perform { $0.enroller.remove($0.texts[0]) }
}

/// Takes a hand of a frame, or says why not: 0, or -1 for an error. A point is three coordinates.
@_cdecl("mudra_add")
public func add(
  _ values: UnsafePointer<Float>, _ count: Int32, _ points: UnsafePointer<Float>, _ pointCount: Int32, _ isRight: Int32
) -> Int32 {
  teaching.perform { (teaching) throws(GestureTrainingError) in
    let landmarks = (0..<Int(pointCount) / 3).map { index in
      NormalizedLandmark(x: points[3 * index], y: points[3 * index + 1], z: points[3 * index + 2])
    }
    try teaching.add(
      HandEmbedding(Array(UnsafeBufferPointer(start: values, count: Int(count)))),
      view: HandView(landmarks: landmarks, isRight: isRight != 0))
  }
}

/// Takes an example that the page kept, or of a picture, with the texts. A view is three numbers: its size, its turn,
/// and 1 for a right hand; or no numbers.
@_cdecl("mudra_restore")
public func restore(
  _ values: UnsafePointer<Float>, _ count: Int32, _ view: UnsafePointer<Double>, _ viewCount: Int32
) -> Int32 {
  teaching.perform { (teaching) throws(GestureTrainingError) in
    try teaching.restore(
      Array(UnsafeBufferPointer(start: values, count: Int(count))),
      view: viewCount == 3 ? HandView(size: view[0], turn: view[1], isRight: view[2] != 0) : nil)
  }
}

/// Trains on all examples, and makes a bundle of another one.
@_cdecl("mudra_train")
public func train(_ base: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  teaching.perform { (teaching) throws(GestureTrainingError) in
    try teaching.train(Bytes(copying: UnsafeRawBufferPointer(start: base, count: Int(count))))
  }
}

/// The bundle that was made last.
@_cdecl("mudra_bundle")
public func bundle() -> UnsafePointer<UInt8>? { teaching.bundle.withUnsafeBufferPointer { $0.baseAddress } }

/// Its bytes.
@_cdecl("mudra_bundle_count")
public func bundleCount() -> Int32 { Int32(teaching.bundle.count) }

/// How near a hand is to each gesture.
@_cdecl("mudra_scores")
public func scores(_ values: UnsafePointer<Float>, _ count: Int32) -> Int32 {
  teaching.perform { (teaching) throws(GestureTrainingError) in
    try teaching.score(HandEmbedding(Array(UnsafeBufferPointer(start: values, count: Int(count)))))
  }
}

/// What the last call says: JSON, or the message of an error.
@_cdecl("mudra_text")
public func text() -> UnsafePointer<UInt8>? { teaching.said.withUnsafeBufferPointer { $0.baseAddress } }

/// Its bytes.
@_cdecl("mudra_text_count")
public func textCount() -> Int32 { Int32(teaching.said.count) }
