@_exported import HandPose
@_exported import HandTracking
