// Compiled: a session's start that has more to tell than its client takes.
import { assert, assertMatch } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";

for (const [client, sign] of [[undefined, "x"], ["codex", "漢"]] as const) {
  Deno.test(`a start that has more to tell than ${client ?? "Claude Code"} takes keeps rules, predictions and notes`, async () => {
    using home = new TestHome();
    const today = new Date().toISOString().slice(0, 10);
    for (const agent of ["coordinator", "ego"]) {
      home.write(`project/.claude/scratchpad/${agent}/${today}.md`, `${sign.repeat(290)}\n`.repeat(25));
    }
    await home.tell("SessionStart", { source: "startup", session_id: "session-0" });
    const long = "why it should be so ".repeat(20);
    for (const session_id of ["session-1", "session-2", "session-3"]) {
      const entry = { session_id, goal: long, hypothesis: long, action: long, prediction: long };
      await home.mneme(["call", "start_ghap", JSON.stringify(entry)]);
    }
    const rules = Array.from({ length: 12 }, (_, i) => {
      const rule = { category: "PREFERENCE", body: `Rule ${i}: ask before module ${i} is changed` };
      return `${JSON.stringify(rule)}\n`;
    });
    home.write("memories.jsonl", rules.join(""));
    await home.mneme(["memory", "import", `${home.root}/memories.jsonl`]);
    const begin = { source: "startup", session_id: "session-4" };
    const { stdout } = await home.fire("SessionStart", begin, client === undefined ? {} : { client });
    const told: string = JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "";
    for (const known of [/^- m12 · Rule/m, /^g3:$/m, /^The newest scratchpad of ego/m]) {
      assertMatch(told, known);
    }
    const size = client === undefined ? told.length : new TextEncoder().encode(told).length;
    assert(size <= 9500, `${size}`);
  });
}
