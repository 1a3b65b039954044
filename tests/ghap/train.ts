import { encodeReader } from "../../src/core/ghap/second_reader.ts";
import { fitReader } from "./fit_reader.ts";
import { readRuled, readSaid } from "./labelled.ts";

const READER_FILE = new URL("../../src/core/ghap/trained_reader.ts", import.meta.url);

/** Trains the second reader on all labelled predictions and writes what is shipped. */
const { scale, records } = encodeReader(fitReader([...readRuled(), ...readSaid()]));
const text = [
  "// Written by tests/ghap/train.ts; not edited by hand.",
  "// deno-fmt-ignore-file",
  "",
  "/** The trained weights; `second_reader.ts` knows how to read them. */",
  "export const READER = {",
  `  scale: ${scale},`,
  `  records: "${records}",`,
  "};",
  "",
].join("\n");
Deno.writeTextFileSync(READER_FILE, text);
console.log(`${READER_FILE.pathname}: ${text.length} bytes`);
