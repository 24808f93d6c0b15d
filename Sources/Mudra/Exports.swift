@_exported import HandTracking
