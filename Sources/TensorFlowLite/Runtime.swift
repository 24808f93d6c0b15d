/// The TensorFlow Lite runtime.
public enum Runtime {
  /// The version of TensorFlow Lite whose Swift API this is.
  public static var version: String { "2.17.0" }
}
