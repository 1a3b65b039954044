import type { Write } from "../../../src/base/writes.ts";
import { Keeper } from "../../../src/hook/keeper.ts";
import { prepareHome } from "../../../src/hook/prepare_home.ts";
import { pathsBelow } from "../../../src/machine/paths.ts";
import { listSpool, readLost } from "../../../src/machine/spool.ts";
import { openAnyVersion } from "../../../src/store/store.ts";
import { StoreError } from "../../../src/store/store_error.ts";
import { assertEquals, assertThrows } from "../../_support/assert.ts";
import { TestHome } from "../../_support/test_home.ts";
import { withEnvironment } from "../../_support/with_environment.ts";
import { assertMode } from "../../_support/windows.ts";
import { testIn } from "../../_support/test_in.ts";

const STARTED: Write = {
  kind: "session-started",
  session: { sessionId: "s", project: "/p", cwd: null },
  at: "2026-01-02T03:04:05.678Z",
  source: "startup",
};

class KeeperHome extends TestHome {
  readonly paths = pathsBelow(this.data);
  readonly logged: string[] = [];
  readonly keeper = new Keeper(this.paths, (level, message) => this.logged.push(`${level} ${message}`));
}

const test = testIn(KeeperHome);

test("Keeper spools where there is no database, and where it is held, without a failure in the log", ({ paths, keeper, logged }) => {
  assertEquals(keeper.keep([STARTED]), true);
  assertThrows(
    () => keeper.store(),
    (error: unknown) => error instanceof StoreError && error.fault === "absent",
  );
  prepareHome(paths, { drainLimit: 0, log: () => {} }).store.close();
  using other = openAnyVersion(paths.database);
  other.execute("begin immediate");
  assertEquals(keeper.keep([STARTED]), true);
  keeper.spoolRefused();
  keeper.spoolRefused();
  assertEquals(listSpool(paths).length, 2);
  assertEquals(logged.map((line) => line.split(" ")[0]), ["debug", "debug"]);
  keeper.store().close();
});

test("Keeper spools the outcome of a call that itself waits in the spool", ({ paths, keeper }) => {
  prepareHome(paths, { drainLimit: 0, log: () => {} }).store.close();
  const { session, at } = STARTED;
  keeper.keep([{ kind: "outcome-known", session, at, toolUseId: "t1", result: "fail", details: null }]);
  keeper.spoolRefused();
  assertEquals(listSpool(paths).length, 1);
  keeper.store().close();
});

test("Keeper counts what it can keep nowhere, and says so in the log", (home) => {
  const { paths, keeper, logged } = home;
  home.write("data/spool", "a file in the way");
  Deno.mkdirSync(paths.state);
  withEnvironment({ XDG_RUNTIME_DIR: null }, () => {
    keeper.keep([STARTED]);
    keeper.keep([STARTED]);
    keeper.spoolRefused();
    assertEquals(readLost(paths), 2);
  });
  const wanted = ["error Lost an event", "error Lost an event"];
  assertEquals(logged.map((line) => line.slice(0, "error Lost an event".length)), wanted);
});

test("prepareHome() makes everything private, whatever lies in the way of spool and logs", (home) => {
  const paths = pathsBelow(home.data);
  home.write("data/logs", "a file in the way");
  home.write("data/spool", "a file in the way");
  const logged: string[] = [];
  prepareHome(paths, { drainLimit: 10, log: (_, message) => logged.push(message) }).store.close();
  assertEquals(logged.length, 2);
  assertMode(paths.database, 0o600);
  assertMode(paths.state, 0o700);
});
