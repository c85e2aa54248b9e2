// Run Python in Pyodide under node, with the page's libsodium behind it. A question as JSON on
// standard input: folders, a zip of rooms, the code, and what it is given; the answer as JSON.
import { pathToFileURL } from "node:url";
import { join } from "node:path";

async function main() {
  let text = "";
  for await (const part of process.stdin) text += part;
  const asked = JSON.parse(text);
  const load = (path) => import(pathToFileURL(path).href);
  const sodium = (await load(join(asked.parts, "libsodium-wrappers.mjs"))).default;
  await sodium.ready;
  const { loadPyodide } = await load(join(asked.parts, "pyodide.mjs"));
  const py = await loadPyodide({ indexURL: asked.parts });
  const { sodiumFor } = await load(asked.sodium);
  py.registerJsModule("p2pjeux_sodium", sodiumFor(sodium, py));
  py.FS.writeFile("/rooms.zip", Buffer.from(asked.zip, "base64"));
  py.runPython("import sys; sys.path.insert(0, '/rooms.zip')");
  py.globals.set("given", asked.given);
  py.runPython(`import json\ngiven = json.loads(given)\n${asked.code}\nanswer = json.dumps(answer)`);
  process.stdout.write(`\n${py.globals.get("answer")}\n`);
}

await main();
process.exit(0);
