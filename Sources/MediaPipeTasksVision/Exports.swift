// Code written for MediaPipe's iOS framework finds the tasks under the framework's name, and Foundation with them, as
// with every Objective-C framework, and the types of pictures that the framework's interface names.
@_exported import AppleImages
@_exported import Foundation
@_exported import HandTracking
