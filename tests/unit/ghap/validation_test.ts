import { UsageError } from "../../../src/base/user_error.ts";
import { readExpects, readRunKind, readStrategy, requireEnd } from "../../../src/ghap/validation.ts";
import { assertEquals, assertThrows } from "../../_support/assert.ts";

/** What an agent says in place of a name, and the name that it means; "" where it means none for sure. */
const SAID: Readonly<Record<string, readonly [read: (said: string) => string, names: object]>> = {
  readExpects: [(said) => readExpects(said) ?? "", {
    " Pass ": "pass",
    "green": "pass",
    "it should work": "pass",
    "all required tests pass": "pass",
    "It fails": "fail",
    "still red": "fail",
    "stays broken": "fail",
    "fail now, pass later": "fail",
    "pass or fail": "either",
    "depends on the cache": "either",
    "no failures": "",
    "no test fails": "",
    "0 errors": "",
    "does not pass": "",
    "won't pass yet": "",
    "the token": "",
  }],
  readRunKind: [(said) => readRunKind(said) ?? "", {
    "unit tests": "tests",
    "the latest build": "builds",
    "typecheck": "builds",
  }],
  readStrategy: [(said) => readStrategy(said) ?? "", {
    "Read_the error ": "read-the-error",
    "look for a pattern": "copy-from-similar",
    "": "",
  }],
  requireEnd: [requireEnd, {
    "Confirmed": "confirmed",
    "success": "confirmed",
    "confirmed: no test fails": "confirmed",
    "confirmed, the old failure is gone": "confirmed",
    "It failed": "falsified",
    "not confirmed": "falsified",
    "disconfirmed": "falsified",
    "false": "falsified",
    "gave up": "abandoned",
  }],
};

for (const [name, [read, names]] of Object.entries(SAID)) {
  Deno.test(`${name}() takes what means a name, and never for its opposite`, () => {
    assertEquals(Object.fromEntries(Object.keys(names).map((said) => [said, read(said)])), names);
  });
}

Deno.test("requireEnd() asks again for what can mean the opposite", () => {
  for (
    const said of ["the test no longer fails", "not successful", "it didn't hold", "untrue", "unresolved"]
  ) {
    assertThrows(() => requireEnd(said), UsageError);
  }
});
