// Code written for MediaPipe's iOS framework finds the tasks under the framework's name, and Foundation with them, as
// with every Objective-C framework.
@_exported import Foundation
@_exported import HandTracking
