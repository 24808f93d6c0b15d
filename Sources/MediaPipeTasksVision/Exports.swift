// Code written for MediaPipe's iOS framework finds the tasks under the framework's name, and Foundation with it, as
// with every framework of Objective-C.
@_exported import Foundation
@_exported import HandTracking
