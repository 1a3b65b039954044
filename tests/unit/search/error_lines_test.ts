import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";
import { bareCommand } from "../../../src/outcome/wrappers.ts";
import * as signature from "../../../src/search/error_signature.ts";
import { quotesError } from "../../../src/search/failure_clues.ts";

testVerdicts(import.meta.filename, {
  ...signature,
  errorLines: (text: string, limit: number) =>
    signature.errorLines(text, limit).map((line) => line.replace(/ +/g, " ")),
  ...{ bareCommand, quotesError },
  signatureOf: (output: string) => signature.signatureOf(output).map(({ text }) => text),
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
      signature.signatureOf(`\n${output}\nread the manual of this compiler`).map(signature.alikeMark)
    );
    assertEquals(one, other);
    assertEquals(one?.map((mark) => typeof mark), ["string"]);
  }
});
