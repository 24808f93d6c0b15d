// Importing the training also imports the tasks, models and results that it takes and makes.
@_exported import HandPose
@_exported import HandTracking
