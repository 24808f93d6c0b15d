// Code written for MediaPipe's iOS framework finds the tasks under the framework's name.
@_exported import HandTracking
