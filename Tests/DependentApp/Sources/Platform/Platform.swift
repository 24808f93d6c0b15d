/// Apps often have modules of this name: SwiftPM refuses two targets of one name among all packages of an app.
public let platformName = "Linux"
