import { assertEquals } from "../../_support/assert.ts";
import { alikeMark, errorLines, lastLines, signatureOf } from "../../../src/search/error_signature.ts";

Deno.test("errorLines() gives the last lines that tell what went wrong, without what differs from run to run", () => {
  const output = [
    "\x1b[01;31m\x1b[KError: connect ECONNREFUSED 127.0.0.1:5432\x1b[m\x1b[K\r",
    "    at TCPConnectWrap (net.js:1:2)",
    "12:01:02.5 Error: took 31 ms",
    "Error: connect ECONNREFUSED 127.0.0.1:5432",
    "TypeError: Cannot read properties of undefined (reading 'id') at src/a.ts:10:7",
    "done",
  ].join("\n");
  assertEquals(errorLines(output, 3).map((line) => line.replace(/ +/g, " ")), [
    "Error: connect ECONNREFUSED 127.0.0.1:5432",
    "Error: took",
    "TypeError: Cannot read properties of undefined (reading 'id') at src/a.ts",
  ]);
  assertEquals(errorLines("all 12 passed", 3), []);
});

Deno.test("errorLines() prefers lines with the code of an error to those that say error alone", () => {
  const output = [
    "npm error code ERESOLVE",
    "npm error Could not resolve dependency:",
    "npm error A complete log of this run can be found in:",
    "npm error /home/dev/.npm/_logs/debug-0.log",
  ];
  assertEquals(errorLines(output.join("\n"), 2), [output[0], output[3]]);
});

Deno.test("errorLines() leaves out that make has failed, which names its file and nothing else", () => {
  const output = [
    "src/a.c:3:1: error: expected ';'",
    "make[2]: *** [Makefile:12: build] Error 1",
    "make: *** [all] Error 2",
  ];
  assertEquals(errorLines(output.join("\n"), 3), ["src/a.c : error: expected ';'"]);
  const rule = "make: *** No rule to make target 'a.o', needed by 'all'.  Stop.";
  assertEquals(lastLines(`${rule}\n${output[2]}`, 3), [rule]);
});

Deno.test("signatureOf() leaves out the progress of lint-staged, which is the same for every failing task", () => {
  const output = [
    "[SKIPPED] Skipped because of errors from tasks.",
    "[STARTED] Reverting to original state because of errors...",
    "notes.md:4 error MD040/fenced-code-language Fenced code blocks should have a language specified",
  ];
  assertEquals(signatureOf(output.join("\n")).map(({ text }) => text), output.slice(2));
});

Deno.test("lastLines() gives the end of what a command printed, without its status", () => {
  assertEquals(lastLines("Exit code 1\n\ndisk quota exceeded\n\n", 3), ["disk quota exceeded"]);
  assertEquals(lastLines("Exit code 1\r\ndisk quota exceeded\r\n", 3), ["disk quota exceeded"]);
  assertEquals(lastLines("one line\ntwo lines\nthree lines", 2), ["two lines", "three lines"]);
});

Deno.test("errorLines() and lastLines() pass over listed files, searched code and diffs", () => {
  const output = [
    "src/cart.ts:10:5: error: 'total' is undefined",
    " M src/errors.ts",
    "?? tests/assert_total.ts",
    "        modified:   src/panic.ts",
    "./tests/cart.ts:12:    assert.equal(total, 3);",
    "diff --git a/src/errors.ts b/src/errors.ts",
    "@@ -1,2 +1,3 @@ export class CartError extends Error {",
    "+  throw new TotalError();",
  ].join("\n");
  assertEquals(errorLines(output, 3), ["src/cart.ts : error: 'total' is undefined"]);
  assertEquals(lastLines("Uploading 3 files\n?? dist/assets", 1), ["Uploading 3 files"]);
});

Deno.test("alikeMark() is the same for an error that names other things", () => {
  const pairs = [
    [
      "Module not found: Can't resolve 'lodash' in '/src'",
      "Module not found: Can't resolve './cart' in 'C:\\app\\web'",
    ],
    ['\x1b[1msrc/a.go:7:2:\x1b[m "io" imported and not used', 'src\\b.go:9:2: "os" imported and not used\r'],
  ];
  for (const pair of pairs) {
    const [one, other] = pair.map((output) =>
      signatureOf(`\n${output}\nread the manual of this compiler`).map(alikeMark)
    );
    assertEquals(one, other);
    assertEquals(one?.map((mark) => typeof mark), ["string"]);
  }
});
