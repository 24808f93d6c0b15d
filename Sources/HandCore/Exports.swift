@_exported import VisionCore
