// A pipe or a device in the place of a file of ours is waited for without end. Hooks do not look for that, as it would
// cost each of them; the next session start does, and then all of them work again.
import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { namesIn, type TestHome } from "../_support/test_home.ts";
import { HOOKS, payloadOf } from "./hooks_table.ts";
import { soundHome } from "./sound_home.ts";
import { configCacheFile } from "../../src/machine/config_cache.ts";
import { pathsBelow } from "../../src/machine/paths.ts";

const PLACES: Readonly<Record<string, (home: TestHome) => string>> = {
  "the database": (home) => home.database,
  "the pauses": (home) => `${home.data}/paused.json`,
  "the index of open entries": (home) => `${home.data}/state/ghap`,
  "the count of what was lost": (home) => `${home.data}/state/lost`,
  "the compiled configuration": (home) => configCacheFile(pathsBelow(home.data), home.project),
};

const KINDS: Readonly<Record<string, (path: string) => Promise<unknown> | void>> = {
  "a pipe": (path) => new Deno.Command("mkfifo", { args: [path] }).output(),
  "a device": (path) => Deno.symlinkSync("/dev/zero", path),
};

for (const [kind, make] of Object.entries(KINDS)) {
  for (const [place, pathIn] of Object.entries(PLACES)) {
    Deno.test(`session start takes away ${kind} in the place of ${place}`, async () => {
      using home = await soundHome();
      await start(home, "before");
      Deno.removeSync(pathIn(home));
      await make(pathIn(home));
      await start(home, "after");
      assert(Deno.statSync(pathIn(home)).isFile);
      for (const hook of HOOKS) {
        assertHarmless(await home.hook(hook.name, payloadOf(hook, home)), `${hook.event}, then`);
      }
      await home.settle();
      const kept = home.rows("select count(*) as n from pending_queue where tool_use_id = 'toolu_trouble'");
      assert(Number(kept[0]?.n) > 0);
      const away = namesIn(home.data).filter((name) => name.includes(".no-file-"));
      assertEquals(away.length, place === "the database" ? 1 : 0);
    });
  }
}

async function start(home: TestHome, session_id: string): Promise<void> {
  const payload = home.payload("SessionStart", { session_id, source: "startup" });
  assertHarmless(await home.hook("session-start", payload, { killAfterMs: 10_000 }), session_id);
}
