// Importing the sessions also imports the tasks and results that they are made of.
@_exported import HandPose
@_exported import HandTracking
