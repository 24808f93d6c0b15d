// Pictures, their orientation and the errors of a task are part of this module's interface.
@_exported import HandTracking
