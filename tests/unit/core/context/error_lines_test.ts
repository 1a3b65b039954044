import { errorLines } from "../../../../src/core/context/error_lines.ts";
import { assertEquals } from "../../../_support/assert.ts";

Deno.test("errorLines() gives the last lines that tell what went wrong, without what differs from run to run", () => {
  const output = [
    "\x1b[31mError: connect ECONNREFUSED 127.0.0.1:5432\x1b[0m",
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
