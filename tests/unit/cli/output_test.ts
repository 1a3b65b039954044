import { printJson, printJsonLine, printLine, warnLine } from "../../../src/cli/frame/output.ts";
import { assertEquals, assertThrows } from "../../_support/assert.ts";

type Write = typeof Deno.stdout.writeSync;

function withWrite(stream: { writeSync: Write }, write: Write, test: () => void): void {
  const original = stream.writeSync;
  stream.writeSync = write;
  try {
    test();
  } finally {
    stream.writeSync = original;
  }
}

Deno.test("printLine(), printJson() and printJsonLine() write everything, however little a write takes", () => {
  let written = "";
  const threeBytes: Write = (bytes) => {
    written += new TextDecoder().decode(bytes.subarray(0, 3));
    return Math.min(3, bytes.length);
  };
  withWrite(Deno.stdout, threeBytes, () => {
    printLine("one line");
    printJson({ a: ["\u009b1"] });
    printJsonLine({ a: ["\u009b1"] });
  });
  assertEquals(written, 'one line\n{\n  "a": [\n    "\\u009b1"\n  ]\n}\n{"a":["\\u009b1"]}\n');
});

Deno.test("printLine() and warnLine() take a closed reader as success", () => {
  const closed: Write = () => {
    throw new Deno.errors.BrokenPipe("closed");
  };
  withWrite(Deno.stdout, closed, () => printLine("x"));
  withWrite(Deno.stderr, closed, () => warnLine("x"));
});

Deno.test("printLine() tells when its data cannot be written; of talk there is nobody to tell", () => {
  const full: Write = () => {
    throw new Error("No space left on device");
  };
  withWrite(Deno.stdout, full, () => {
    const message = "Cannot write the output: No space left on device";
    assertThrows(() => printLine("x"), { name: "UserError", message, hint: "free some space on the disk" });
  });
  withWrite(Deno.stderr, full, () => warnLine("x"));
});
