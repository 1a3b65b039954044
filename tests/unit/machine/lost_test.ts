import { clearLost, countLost, prepareLostFile, readLost } from "../../../src/machine/spool.ts";
import { pathsBelow } from "../../../src/machine/paths.ts";
import { assertEquals } from "../../_support/assert.ts";
import { test } from "../../_support/test_home.ts";
import { withEnvironment } from "../../_support/with_environment.ts";

test("countLost() counts in the data folder, else in the run-time folder, and readLost() adds them up", (home) => {
  const paths = pathsBelow(home.data);
  withEnvironment({ XDG_RUNTIME_DIR: home.root }, () => {
    assertEquals(readLost(paths), 0);
    countLost(paths); // there is no data folder
    countLost(undefined);
    assertEquals(readLost(paths), 2);
    Deno.mkdirSync(paths.state, { recursive: true });
    prepareLostFile(paths);
    prepareLostFile(paths);
    assertEquals(readLost(paths), 2);
    countLost(paths);
    assertEquals(readLost(paths), 3);
    clearLost(paths);
    assertEquals(readLost(paths), 0);
    countLost(paths);
    assertEquals(readLost(paths), 1);
  });
});

Deno.test("countLost() with no place to count in does not throw", () => {
  withEnvironment({ XDG_RUNTIME_DIR: null }, () => countLost(undefined));
});
