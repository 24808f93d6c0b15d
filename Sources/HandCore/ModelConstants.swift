import VisionCore

/// All numbers and names that belong to MediaPipe's published hand models.
///
/// Sizes of images and tensors are read from the models if possible; the constants here have no other source.
package enum ModelConstants {
  /// The palm detector.
  package enum Palm {
    /// What the detector's outputs mean.
    package static let layout = DetectorLayout(inputSide: 192, strides: [8, 16, 16, 16], keypointCount: 7)
    /// Rows of the input for each row of the network's smallest picture, 192 / 6: the product of the strides in the
    /// model's file, 2⁵.
    package static let coarsestStride = 32
    /// The keypoint at the wrist.
    package static let wristKeypoint = 0
    /// The keypoint at the knuckle of the middle finger.
    package static let middleKnuckleKeypoint = 2
    /// Boxes that overlap by more than this are one palm.
    package static let suppressionOverlap: Float = 0.3
    /// The angle from wrist to middle knuckle in an upright crop: 90 *radians*, as in MediaPipe.
    package static let uprightAngle: Float = 90
    /// The hand's region is this many times larger than the palm's box.
    package static let regionScale: Float = 2.6
    /// The hand's region is shifted by this fraction of the palm's height, along the palm.
    package static let regionShift: Float = -0.5
  }

  /// The hand landmark network.
  package enum Landmarks {
    /// The number of landmarks of a hand.
    package static let count = 21
    /// The network's outputs, by position.
    package enum Output {
      /// The landmarks, in pixels of the crop.
      package static let landmarks = 0
      /// The probability of a hand.
      package static let presence = 1
      /// The probability of a right hand.
      package static let handedness = 2
      /// The landmarks in meters.
      package static let worldLandmarks = 3
    }
    /// The shapes of the outputs.
    package static let outputShapes: [[Int?]] = [[1, 3 * count], [1, 1], [1, 1], [1, 3 * count]]
    /// The divisor of a depth, besides the crop's width.
    package static let depthDivisor: Float = 0.4
    /// The landmarks that determine the next frame's region: no fingertips, since those move most.
    package static let regionLandmarks = [0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18]
    /// The next frame's region is this many times larger than the hull of those landmarks.
    package static let regionScale: Float = 2
    /// The next frame's region is shifted by this fraction of its height, along the hand.
    package static let regionShift: Float = -0.1
    /// Names of the handedness classes, in the order of their index. The labels inside the model are in a different
    /// order.
    package static let handednessNames = ["Right", "Left"]
  }

  /// Detection of one hand found twice.
  package enum Duplicates {
    /// Landmarks closer than this fraction of the hand's baseline count as equal.
    package static let distancePart: Float = 0.2
    /// This many equal landmarks make a duplicate,
    package static let landmarkCount = 10
    /// if the landmarks' boxes also overlap by more than this.
    package static let overlap: Float = 0.2
  }

  /// The gesture embedder.
  package enum Embedder {
    /// The network's inputs, by position.
    package enum Input {
      /// The landmarks, normalized.
      package static let landmarks = 0
      /// The probability of a right hand.
      package static let handedness = 1
      /// The world landmarks, normalized.
      package static let worldLandmarks = 2
    }
    /// The shapes of the inputs.
    package static let inputShapes: [[Int?]] = [[1, Landmarks.count, 3], [1, 1], [1, Landmarks.count, 3]]
    /// The maximum number of values of an embedding.
    package static let sizeLimit = 4096
  }

  /// The gesture classifiers.
  package enum Gestures {
    /// The maximum number of classes, that of none included.
    package static let classLimit = 10_000
    /// Names of the canned classes, for a classifier of eight classes without labels.
    package static let cannedNames = [
      "None", "Closed_Fist", "Open_Palm", "Pointing_Up", "Thumb_Down", "Thumb_Up", "Victory", "ILoveYou",
    ]
    /// The label that says "no gesture".
    package static let background = "None"
    /// Keeps division by a hand's size finite.
    package static let sizeOffset: Float = 1e-5
  }

  /// Entries of the bundles.
  package enum Files {
    /// Finds palms in a picture.
    package static let palmDetector = "hand_detector.tflite"
    /// Finds the landmarks in a crop.
    package static let handLandmarks = "hand_landmarks_detector.tflite"
    /// The bundle of those two, inside the gesture bundle.
    package static let handLandmarkerBundle = "hand_landmarker.task"
    /// The bundle of the gesture networks, inside the gesture bundle.
    package static let gestureBundle = "hand_gesture_recognizer.task"
    /// Turns landmarks into an embedding.
    package static let gestureEmbedder = "gesture_embedder.tflite"
    /// Names the eight canned gestures.
    package static let cannedClassifier = "canned_gesture_classifier.tflite"
    /// Names gestures of the bundle's author; optional.
    package static let customClassifier = "custom_gesture_classifier.tflite"
  }
}
