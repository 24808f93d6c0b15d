import HandTracking

/// The name of a running mode in MediaPipe's messages.
public func MPPRunningModeDisplayName(_ runningMode: RunningMode) -> String? {
  runningMode.description
}
