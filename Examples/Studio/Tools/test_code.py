"""The options beside the picture, and the programs that are made of them: all compile or run, and all commands are understood."""
import json
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import time
import zipfile

# Where a build of this repository left the modules that the programs import.
BUILT = pathlib.Path(__file__).resolve().parents[3] / ".build/release"
SETS = 200


def choices(page):
    """The options of the form: their kinds and ranges."""
    return page.run("""return [...document.querySelectorAll('#options-form [name]')].map(input => ({
      name: input.name, type: input.type, min: Number(input.min), max: Number(input.max), step: Number(input.step),
      values: input.options && [...input.options].map(option => option.value) }))""")


def drawn(options, source):
    """A random set of options: each one is changed with a chance of its own."""
    values, share = {}, source.choice([0.05, 0.3, 1])
    for option in options:
        if source.random() > share:
            continue
        name = option["name"]
        if name in ("palmsIn", "handsIn"):
            values[name] = source.choice(["", "0.5,0.5,1,1", "0.25, 0.5, 0.5, 1; 0.1,0.2,0.3,0.4,-0.5"])
        elif name == "looksAgain":
            values[name] = ", ".join(source.sample(["bordered", "brightened", "tinted"], source.randint(0, 3)))
        elif option["type"] == "text":
            values[name] = source.choice(["Victory", "Thumb_Up, Thumb_Down", 'a "quoted" \\(name)', "it's, -dash", "ü 👍 \u2028"])
        elif option.get("values"):
            values[name] = source.choice(option["values"])
        elif option["type"] == "checkbox":
            values[name] = source.random() < 0.5
        else:
            steps = round((option["max"] - option["min"]) / option["step"])
            values[name] = round(option["min"] + source.randint(0, steps) * option["step"], 6)
    # What contradicts itself is refused by the server, the tasks and the command alike.
    for kind in ("canned", "custom"):
        if values.get(f"{kind}.allow"):
            values.pop(f"{kind}.deny", None)
    if values.get("assumesOnePerson"):
        values["numHands"] = 2
    if "mirrored" in values.get("orientation", ""):
        values["isMirrored"] = "yes"
    return values


def test_code(page, mudra, work, check):
    test_panel(page, check)
    source = random.Random(44)
    options = choices(page)
    sets = [drawn(options, source) for _ in range(SETS)]
    programs = page.run(f"""const {{ program, sheet }} = window.studioState;
      const made = [];
      for (const values of {json.dumps(sets)}) {{
        sheet.set(values);
        for (const dialect of ['mudra', 'mediaPipe', 'vision', 'page']) for (const source of ['camera', 'clip', 'still'])
          made.push(program(sheet.values, sheet.differences, dialect, source));
        made.push(sheet.shell('camera'), sheet.shell('clip'), sheet.shell('still'));
      }}
      sheet.set({{}});
      return made""")
    swift = sorted({text for text in programs if text.startswith("import")})
    commands = sorted({text for text in programs if text.startswith("mudra")})
    modules = sorted({text for text in programs if text.startswith("//")})
    check("each set of options makes its programs", len(programs) == 15 * SETS and len(modules) > SETS and len(swift) > 3 * SETS, len(swift))
    typecheck(swift, work, check)
    run_modules(modules, work, check)
    understood(commands, mudra, work, check)


def typecheck(programs, work, check):
    if not (BUILT / "Modules/Vision.swiftmodule").exists() or not shutil.which("swiftc"):
        return print("     SKIPPED: the programs were not compiled; `swift build -c release` at the root makes the modules that they import")
    folder = work / "programs"
    folder.mkdir()
    for index, text in enumerate(programs):
        # One module of all of them: it may have one beginning only.
        (folder / f"p{index}.swift").write_text(re.sub(r"@main\nstruct HandApp", f"struct HandApp{index}", text))
    maps = [f"-fmodule-map-file={path}" for path in BUILT.glob("*.build/module.modulemap")]
    maps += [f"-fmodule-map-file={path}" for path in (BUILT.parents[1] / "Sources").glob("C*/module.modulemap")]

    def compiled(files):
        """What the compiler complains of. As one unit: one process reads the imports once."""
        found = subprocess.run(["swiftc", "-typecheck", "-wmo", "-swift-version", "6", "-parse-as-library", "-module-name", "Programs",
                                "-I", str(BUILT / "Modules"), *(word for path in maps for word in ("-Xcc", path)),
                                *sorted(map(str, files))], capture_output=True, text=True)
        return found.stderr or ("" if found.returncode == 0 else "the compiler failed")

    started = time.time()
    complaints = compiled(folder.glob("*.swift"))
    check(f"all {len(programs)} programs compile", not complaints, complaints[:1500])
    print(f"     compiled in {time.time() - started:.0f} s")
    wrong = work / "wrong.swift"
    wrong.write_text(next(text for text in programs if "options.numHands" in text).replace("options.numHands", "options.numHandz"))
    check("and a wrong one would not", "numHandz" in compiled([wrong]))


# Stands for mudra.js and the browser: takes the options that Web/mudra.d.ts declares, of their types, and shows one hand.
STAND_IN = """
const declared = %s;
function check(kind, options) {
  for (const [name, value] of Object.entries(options)) {
    const type = declared[kind][name];
    if (!type) throw new Error(`${kind} has no ${name}`);
    if (declared[type]) check(type, value);
    else if (type === 'string[]' ? !value.every(text => typeof text === 'string') : type.includes('"') ? !type.includes(`"${value}"`) : typeof value !== type)
      throw new Error(`${kind}.${name} is ${JSON.stringify(value)}, expected ${type}`);
  }
}
const answer = { landmarks: [Array.from({ length: 21 }, () => ({ x: 0, y: 0, z: 0 }))], gestures: [[{ categoryName: 'Victory' }]] };
const task = (kind, call) => ({
  createFromOptions: async (files, options) => {
    if (files !== 'files') throw new Error('no files');
    check(`${kind}Options`, options);
    const isVideo = options.runningMode === 'VIDEO';
    return isVideo ? { [`${call}ForVideo`]: (video, time) => { if (!(time > 0)) throw new Error('no time'); return answer; } } : { [call]: () => answer };
  },
});
export const FilesetResolver = { forVisionTasks: async () => 'files' };
export const GestureRecognizer = task('GestureRecognizer', 'recognize');
export const HandLandmarker = task('HandLandmarker', 'detect');
globalThis.Image = class { async decode() { if (!this.src) throw new Error('no picture'); } };
globalThis.document = { createElement: () => {
  let calls = 0;
  return { async play() { if (!this.src && !this.srcObject) throw new Error('no video'); }, requestVideoFrameCallback(next) { if (++calls === 1) next(); } };
} };
Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { mediaDevices: { getUserMedia: async () => 'camera' } } });
"""


def declared():
    """The interfaces of options in mudra.d.ts: the types of their members."""
    text = (BUILT.parents[1] / "Web/mudra.d.ts").read_text()
    found = {}
    for name, base, body in re.findall(r"export interface (\w*Options)(?: extends (\w+))? \{([^{}]*)\}", text):
        found[name] = found.get(base, {}) | dict(re.findall(r"^ +(\w+)\?: ([^;]+);", body, re.MULTILINE))
    return found


def run_modules(modules, work, check):
    """Each module runs to its first frame."""
    if not shutil.which("node"):
        return print("     SKIPPED: the modules in JavaScript were not run; there is no node")
    folder = work / "modules"
    folder.mkdir()
    (folder / "mudra.js").write_text(STAND_IN % json.dumps(declared()))
    (folder / "package.json").write_text('{"type":"module"}')
    modules = [*modules, next(text for text in modules if "numHands:" in text).replace("numHands:", "numHandz:")]
    for index, text in enumerate(modules):
        (folder / f"m{index}.js").write_text(text)
    (folder / "all.js").write_text(f"""
const faults = [];
for (let index = 0; index < {len(modules)}; index += 1) {{
  let lines = 0;
  const { '{ log }' } = console;
  console.log = () => {{ lines += 1; }};
  await import(`./m${{index}}.js`).catch(error => faults.push([index, error.message]));
  console.log = log;
  if (lines !== 1 && faults.at(-1)?.[0] !== index) faults.push([index, `${{lines}} hands`]);
}}
console.log(JSON.stringify(faults));""")
    found = subprocess.run(["node", "all.js"], capture_output=True, text=True, cwd=folder)
    faults = json.loads(found.stdout) if found.returncode == 0 else [[0, found.stderr[-500:]]]
    wrong = [len(modules) - 1, "GestureRecognizerOptions has no numHandz"]
    check(f"all {len(modules) - 1} modules in JavaScript run", [fault for fault in faults if fault[0] != wrong[0]] == [], faults[:3])
    check("and a wrong one would not", any(fault[0] == wrong[0] and "numHandz" in fault[1] for fault in faults), faults[-1:])


def test_apps(page, saved, downloaded, work, check):
    """The folders of all dialects are whole archives, and those of Swift build, one of each."""
    root = BUILT.parents[1]
    page.run("document.getElementById('tab-code').click()")
    broken = []
    for dialect, source in (("mudra", "clip"), ("mediaPipe", "camera"), ("vision", "still"), ("page", "camera")):
        page.run(f"""for (const [id, value] of [['code-dialect', '{dialect}'], ['code-source', '{source}']]) {{
          const select = document.getElementById(id); select.value = value; select.dispatchEvent(new Event('change')); }}""")
        page.click("#code-app")
        file = downloaded(saved, "HandApp.zip")
        folder = work / "apps" / dialect
        with zipfile.ZipFile(file) as archive:
            program = archive.read(next(name for name in archive.namelist() if name.endswith(("HandApp.swift", "hands.js")))).decode()
            if archive.testzip() or program != page.run("return document.getElementById('program').textContent"):
                broken.append(dialect)
            archive.extractall(folder)
        file.unlink()
    check("the apps of all dialects are archives of their programs", not broken, broken)
    page.run("const select = document.getElementById('code-dialect'); select.value = 'shell'; select.dispatchEvent(new Event('change'))")
    check("a command is no app", page.run("return document.getElementById('code-app').hidden"))
    page.run("document.getElementById('tab-live').click()")
    faults = []
    for name in ("mudra", "mediaPipe", "vision"):
        app = work / "apps" / name / "HandApp"
        manifest = (app / "Package.swift").read_text()
        # Beside a clone of another name, whose build has the modules.
        (app / "Package.swift").write_text(manifest.replace("../Mudra", str(root)).replace('package: "Mudra"', f'package: "{root.name}"'))
        found = subprocess.run(["swift", "build", "-c", "release", "--scratch-path", str(root / ".build")], cwd=app, capture_output=True, text=True)
        if found.returncode != 0:
            faults.append((name, found.stdout[-800:]))
    check("the apps of Swift build", not faults, faults[:1])
    app = work / "apps/vision/HandApp"
    shutil.copy(root / "Tests/HandTrackingTests/Fixtures/rendered/Thumb_Up_right.png", app / "hands.jpg")
    found = subprocess.run([BUILT / "HandApp"], cwd=app, capture_output=True, text=True)
    check("and one finds the hand of a picture", found.stdout.count("index fingertip at") == 1, found.stdout + found.stderr)


def understood(commands, mudra, work, check):
    """Commands of a picture and a clip that are not there: everything else in them is understood first."""
    wrong = []
    for text in commands[::max(1, len(commands) // 60)]:
        arguments = shlex.split(text.replace("\\\n", " "))[1:]
        if arguments[0] == "camera":
            arguments.insert(1, str(work / "no-camera"))
        found = subprocess.run([mudra, *arguments], capture_output=True, text=True, cwd=work)
        if found.returncode not in (65, 66, 69):
            wrong.append((text, found.returncode, found.stderr[:300]))
    check("all commands are understood", not wrong, wrong[:2])


def test_panel(page, check):
    page.run("document.getElementById('tab-options').click()")
    covered = page.run("""const box = document.getElementById('picture').getBoundingClientRect();
      return !document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest('#stage')""")
    check("options leave the picture uncovered", not covered)
    page.run("""const set = (name, value) => { const input = document.querySelector(`[name="${name}"]`);
      if (input.type === 'checkbox') input.checked = value; else input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true })) };
      set('numHands', 4); set('assumesOnePerson', true)""")
    page.wait("!document.querySelector('#options .fault').hidden", what="a fault in the panel")
    visible = page.run("""const box = document.querySelector('#options .fault').getBoundingClientRect();
      return document.elementFromPoint(box.left + 9, box.top + 9)?.classList.contains('fault')""")
    check("options that cannot hold say so in the panel", visible, page.run("return document.querySelector('#options .fault').textContent"))
    check("and beside the code", page.run("return !document.querySelector('#code .fault').hidden"))
    page.run("""const input = document.querySelector('[name=numHands]'); input.value = 2;
      input.dispatchEvent(new Event('input', { bubbles: true }))""")
    page.wait("document.querySelector('#options .fault').hidden", what="options that hold")
    address = page.run("return location.search")
    check("options are in the address", "assumesOnePerson=true" in address and "numHands" not in address, address)
    page.reload()
    check("and hold after a reload", page.run("return document.querySelector('[name=assumesOnePerson]').checked"))
    plain = page.run("return `${location.origin}/`")
    page.open("about:blank")
    page.open(plain)
    page.wait("window.studioState?.firstResult", what="the page at its plain address")
    check("and at the plain address", page.run("return document.querySelector('[name=assumesOnePerson]').checked"))
    page.open(page.run("return `${location.origin}/?numHands=1&minTrackingConfidence=9&canned.deny=%3Cb%3E&task=7&x=1`"))
    page.wait("window.studioState?.firstResult", what="the page at an address with options")
    values = page.run("const { numHands, minTrackingConfidence, task } = window.studioState.sheet.values; return [numHands, minTrackingConfidence, task]")
    check("an address gives options, and what cannot be is the default", values == [1, 0.5, "gestures"], values)
    page.run("document.getElementById('options-reset').click(); document.getElementById('tab-live').click(); document.querySelector('#samples button').click()")
    page.wait("document.querySelectorAll('#hands .hand').length === 2", what="the defaults")
