// Importing the tasks also imports what they are built from, and with it the types of inputs, options and reports.
@_exported import VisionCore

#if WITHOUT_FOUNDATION
  // The stand-ins for Foundation's types.
  @_exported import AppleImages
#endif
