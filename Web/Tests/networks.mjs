// Networks by themselves in node: networks.mjs MODULE FILES OUT. Runs each .tflite file of a folder, on <name>.input<n>.npy or
// else on zeros, and writes <name>.output<n> of those with inputs, or <name>.error with a message. Prints what ended the module and not in an error.
import fs from "node:fs";
import path from "node:path";

const [modulePath, files, out] = process.argv.slice(2);
const module = new WebAssembly.Module(fs.readFileSync(modulePath));
const text = new TextDecoder();

function start() {
  let instance;
  const functions = {
    clock_time_get(clock, precision, place) {
      new DataView(instance.exports.memory.buffer).setBigUint64(place, process.hrtime.bigint(), true);
      return 0;
    },
    _swift_stdlib_getBinaryProperties: () => 0n, _swift_stdlib_getComposition: () => -1,
  };
  const imports = {};
  for (const {module: from, name} of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = functions[name] ?? (() => 0);
  instance = new WebAssembly.Instance(module, imports);
  instance.exports._initialize();
  return instance.exports;
}

/** The bytes of an NPY file's elements. */
function elements(path) {
  const file = fs.readFileSync(path);
  return file.subarray(10 + file.readUInt16LE(8));
}

/** Nothing, or the message of an error. */
function run(it, name) {
  const message = () => text.decode(new Uint8Array(it.memory.buffer, it.mudra_text(), it.mudra_text_count()));
  const model = fs.readFileSync(path.join(files, `${name}.tflite`)), place = it.mudra_allocate(model.length);
  new Uint8Array(it.memory.buffer).set(model, place);
  const inputs = it.mudra_prepare(place, model.length);
  it.mudra_free(place);
  if (inputs < 0) return message();
  for (let index = 0; index < inputs; index++) {
    const values = path.join(files, `${name}.input${index}.npy`);
    if (!fs.existsSync(values)) continue;
    const bytes = elements(values);
    if (bytes.length !== it.mudra_input_count(index)) return `input ${index} has ${it.mudra_input_count(index)} bytes`;
    new Uint8Array(it.memory.buffer).set(bytes, it.mudra_input(index));
  }
  const outputs = it.mudra_run();
  if (outputs < 0) return message();
  for (let index = 0; index < outputs && fs.existsSync(path.join(files, `${name}.input0.npy`)); index++) {
    const bytes = new Uint8Array(it.memory.buffer, it.mudra_output(index), it.mudra_output_count(index));
    fs.writeFileSync(path.join(out, `${name}.output${index}`), bytes);
  }
}

let it = start(), traps = 0;
for (const name of fs.readdirSync(files).filter(name => name.endsWith(".tflite")).map(name => name.slice(0, -7)).sort()) {
  try {
    const message = run(it, name);
    if (message !== undefined) fs.writeFileSync(path.join(out, `${name}.error`), message);
    // Memory does not shrink: an instance that a model has made large is left to others no more.
    if (it.memory.buffer.byteLength > 1 << 28) it = start();
  } catch (error) {
    traps++;
    console.log(`${name}: ${error.stack}`);
    it = start();
  }
}
process.exit(traps ? 1 : 0);
