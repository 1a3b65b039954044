import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";
import { bareCommand } from "../../../src/outcome/wrappers.ts";
import { alikeMark, commandsOf, errorLines, lastLines, signatureOf } from "../../../src/search/error_signature.ts";

testVerdicts(import.meta.filename, {
  errorLines: (text: string, limit: number) =>
    errorLines(text, limit).map((line) => line.replace(/ +/g, " ")),
  lastLines,
  bareCommand,
  commandsOf,
  signatureOf: (output: string) => signatureOf(output).map(({ text }) => text),
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
