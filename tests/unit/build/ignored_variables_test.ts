import { ignoreVariables, placesOfNames } from "../../../src/build/ignored_variables.ts";
import { assertEquals } from "../../_support/assert.ts";

const ENCODER = new TextEncoder();
const CONSTANTS = "EntriesNODE_CHANNEL_FDNODE_CHANNEL_SERIALIZATION_MODEDENO_LOG_STYLEDENO_LOGTrailing" +
  "DENO_TOKIO_EVENT_INTERVALDENO_TOKIO_MAX";
const RENAMED = "EntriesMNEM_CHANNEL_FDNODE_CHANNEL_SERIALIZATION_MODEDENO_LOG_STYLEMNEM_LOGTrailing" +
  "MNEM_TOKIO_EVENT_INTERVALDENO_TOKIO_MAX";

/** A small program: the mark of its format, some other bytes, and the constants of the runtime. */
function programWith(constants: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...ENCODER.encode("\x7fELF"), 2, 1, 0, 0xff, 0xfe, ...ENCODER.encode(constants), 0]);
}

Deno.test("an executable asks for variables of other names, and all else in it stays", async () => {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeFile(path, programWith(CONSTANTS));
    await ignoreVariables(path);
    assertEquals(await Deno.readFile(path), programWith(RENAMED));
    await ignoreVariables(path);
    assertEquals(await Deno.readFile(path), programWith(RENAMED));
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("what is no ELF file has no names to change", () => {
  const bytes = programWith(CONSTANTS);
  assertEquals(placesOfNames(bytes).length, 3);
  assertEquals(placesOfNames(bytes.slice(1)), []);
  assertEquals(placesOfNames(new Uint8Array(0)), []);
});
