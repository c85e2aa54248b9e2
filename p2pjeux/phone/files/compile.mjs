// Run by node at a laptop: the page's own Python compiles what pages import (seat/compiling.py).
// Arguments: the folder of parts, the zip of rooms, and the two zips to be made.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [parts, rooms, libraryMade, roomsMade] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(path).href);

const sodium = (await load(join(parts, "libsodium-wrappers.mjs"))).default;
await sodium.ready;
const { loadPyodide } = await load(join(parts, "pyodide.mjs"));
// Without the columns of each instruction, of which nobody in a page reads: a tenth less to load.
const env = { PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ indexURL: parts, env });
const { sodiumFor } = await import(new URL("sodium.mjs", import.meta.url).href);
python.registerJsModule("p2pjeux_sodium", sodiumFor(sodium, python));
python.FS.writeFile("/rooms.zip", readFileSync(rooms));
python.runPython("import sys; sys.path.insert(0, '/rooms.zip')");
const { compile_rooms } = python.pyimport("p2pjeux.phone.seat.compiling");
const LIBRARY = "next(one for one in sys.path if one.startswith('/lib/') and one.endswith('.zip'))";
try {
  const [standard, ours] = compile_rooms("/rooms.zip", python.runPython(LIBRARY)).toJs();
  writeFileSync(libraryMade, standard);
  writeFileSync(roomsMade, ours);
} catch (error) {
  // Without the line of the program in which it was raised, which is a megabyte long.
  console.error(error.message);
  process.exit(1);
}
process.exit(0);
