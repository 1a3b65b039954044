import { assertEquals } from "../_support/assert.ts";
import { DIST } from "../_support/executables.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { TestHome } from "../_support/test_home.ts";
import { HOOKS, payloadOf } from "../faults/hooks_table.ts";

/** As if an upgrade put another file into its place between the start of the process and that of its program. */
const REPLACED = ["sh", "-c", 'exec 9<"$0" && rm "$0" && exec /proc/self/fd/9 "$@"'];

for (const hook of HOOKS.filter(({ count }) => count !== undefined)) {
  Deno.test({
    name: `${hook.name} (${hook.event}) does its work when its executable is replaced while it starts`,
    ignore: Deno.build.os !== "linux",
    async fn() {
      using home = new TestHome();
      await home.hook("session-start", home.payload("SessionStart"));
      const dist = `${home.root}/bin`;
      Deno.mkdirSync(dist);
      for (const name of [hook.name, "mneme"]) Deno.linkSync(`${DIST}/${name}`, `${dist}/${name}`);
      const outcome = await home.hook(hook.name, payloadOf(hook, home), { dist, wrap: REPLACED });
      assertHarmless(outcome, hook.name);
      await home.settle();
      if (home.spool().length > 0) await home.mneme(["process"]); // that a helper ended waits there
      assertEquals(home.rows(hook.count!), [{ n: 1 }]);
    },
  });
}
