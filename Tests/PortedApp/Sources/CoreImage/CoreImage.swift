@_exported import AppleImages
