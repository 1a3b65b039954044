import { deafenFile, placesOfNames } from "../../../src/build/deaf_variables.ts";
import { assertEquals } from "../../_support/assert.ts";
import { AT, BYTES, smallElf } from "./_support/small_elf.ts";

const ENCODER = new TextEncoder();
const CONSTANTS = "EntriesNODE_CHANNEL_FDNODE_CHANNEL_SERIALIZATION_MODEDENO_LOG_STYLEDENO_LOGTrailing" +
  "DENO_TOKIO_EVENT_INTERVALDENO_TOKIO_MAX";
const RENAMED = "EntriesMNEM_CHANNEL_FDNODE_CHANNEL_SERIALIZATION_MODEDENO_LOG_STYLEMNEM_LOGTrailing" +
  "MNEM_TOKIO_EVENT_INTERVALDENO_TOKIO_MAX";

/** A small program with a text behind its tables, in its first part; a second part holds the program's own code. */
function programWith(constants: string): Uint8Array<ArrayBuffer> {
  const own = ENCODER.encode("code that reads DENO_LOG");
  const text = ENCODER.encode(constants);
  const bytes = new Uint8Array(BYTES + text.length + own.length);
  bytes.set(smallElf());
  bytes.set(text, BYTES);
  bytes.set(own, BYTES + text.length);
  new DataView(bytes.buffer).setBigUint64(AT.segments + 32, BigInt(BYTES + text.length), true);
  return bytes;
}

Deno.test("an executable asks for variables of other names, and all else in it stays", async () => {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeFile(path, programWith(CONSTANTS));
    await deafenFile(path);
    assertEquals(await Deno.readFile(path), programWith(RENAMED));
    await deafenFile(path);
    assertEquals(await Deno.readFile(path), programWith(RENAMED));
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("what is no ELF file, or damaged, has no names to change", () => {
  const bytes = programWith(CONSTANTS);
  assertEquals(placesOfNames(bytes).length, 3);
  assertEquals(placesOfNames(bytes.slice(BYTES)), []);
  assertEquals(placesOfNames(new Uint8Array(0)), []);
  for (let length = 0; length < AT.segments + 56; length++) {
    assertEquals(placesOfNames(bytes.slice(0, length)), []);
  }
});
