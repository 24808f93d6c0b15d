// The program of the code tab as a folder that builds: a package of Swift, or a page.
const products = { mudra: "Mudra", mediaPipe: "MediaPipeTasksVision", vision: "Vision" };
const inputs = { camera: "", clip: "Put `hands.mp4` into this folder. ", still: "Put `hands.jpg` into this folder. " };

/** The files of the app of a program, texts by their paths. A command is none. */
export function appFiles(text, dialect, source) {
  const readme = (...lines) => ["# HandApp", "", "Made by Mudra Studio.", "", ...lines, ""].join("\n");
  if (dialect === "page") {
    return {
      "HandApp/index.html": "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Hands</title>\n<script type=\"module\" src=\"hands.js\"></script>\n",
      "HandApp/hands.js": text,
      "HandApp/README.md": readme(
        `${inputs[source]}In a clone of Mudra, \`Tools/build-web FOLDER\` with this folder puts \`mudra.js\`, its modules and the models beside`,
        "`hands.js`. Then serve the folder, such as by `python3 -m http.server`, and read the console of the page."),
    };
  }
  const names = source === "still" ? [products[dialect]] : ["HandVideo", products[dialect]];
  return {
    "HandApp/Package.swift": [
      "// swift-tools-version: 6.1", "import PackageDescription", "", "let package = Package(", "  name: \"HandApp\",", "  platforms: [.macOS(.v13)],",
      "  dependencies: [.package(path: \"../Mudra\")],", "  targets: [", "    .executableTarget(", "      name: \"HandApp\",", "      dependencies: [",
      ...names.map(name => `        .product(name: "${name}", package: "Mudra"),`), "      ])", "  ]", ")", ""].join("\n"),
    "HandApp/Sources/HandApp/HandApp.swift": text,
    "HandApp/README.md": readme(
      "Put this folder beside a clone of Mudra in a folder `Mudra`, whose `Tools/install-dependencies` installs the system libraries",
      `that are missing. ${inputs[source]}${dialect === "mediaPipe" ? "Copy the model from `Mudra/Models`. " : ""}Then:`, "", "    swift run -c release"),
  };
}
