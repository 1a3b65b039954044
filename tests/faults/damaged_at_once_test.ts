import { assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import { namesIn } from "../_support/test_home.ts";
import { soundHome } from "./sound_home.ts";

Deno.test("session-start, eight at once on a damaged database: one fresh database, no event lost", async () => {
  for (let round = 0; round < 6; round++) {
    using home = await soundHome();
    Deno.writeTextFileSync(home.database, "not a database\n".repeat(500));
    const call = (n: number) => ({
      tool_name: "Bash",
      tool_use_id: `t${n}`,
      tool_input: {},
      tool_response: "",
    });
    for (let n = 0; n < 3; n++) await home.hook("post-tool-use", home.payload("PostToolUse", call(n)));
    await inParallel([1, 2, 3, 4, 5, 6, 7, 8], 8, async (n) => {
      const payload = home.payload("SessionStart", { session_id: `s${n}`, source: "startup" });
      assertHarmless(await home.hook("session-start", payload), `session ${n}`);
    });
    assertEquals((await home.mneme(["process"])).code, 0);
    const aside = namesIn(home.data).filter((name) => /\.corrupt-[^.]*Z$/.test(name));
    assertEquals({ round, aside: aside.length }, { round, aside: 1 });
    assertEquals(
      home.rows("select tool_use_id from pending_queue order by 1").map((row) => row.tool_use_id),
      ["t0", "t1", "t2"],
    );
    assertEquals(home.rows("select count(*) as n from event_log where event = 'hook.session_start'"), [{
      n: 8,
    }]);
  }
});
