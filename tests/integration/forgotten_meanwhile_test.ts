// What is forgotten while `mneme process` works on it is in nothing that it writes afterwards.
import { observeQueue } from "../../src/cli/process/read_captures.ts";
import { USUAL_BOUNDS, Workload } from "../../src/cli/frame/workload.ts";
import type { PromptSubmitted, ToolCaptured } from "../../src/base/writes.ts";
import { clearRows } from "../../src/store/forget.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { CliHome } from "../_support/cli_home.ts";
import { toolCaptured } from "../_support/tool_captured.ts";

const WORD = "flamingo";
const AT = "2026-01-02T03:04:05.678Z";

class ForgetfulHome extends CliHome {
  prompt(): PromptSubmitted {
    const session = this.session("session-1");
    return { kind: "prompt-submitted", session, at: AT, promptId: "p1", text: `Fix the ${WORD} in the cart` };
  }

  call(id: string): ToolCaptured {
    return toolCaptured({
      session: this.session("session-1"),
      at: AT,
      toolUseId: id,
      promptId: "p1",
      toolName: "Bash",
      payload: JSON.stringify({ tool_input: { command: `make ${WORD} ${id}` }, tool_response: {} }),
    });
  }

  /** As `mneme memory forget --source` does in a process of its own. */
  forget(): void {
    using store = openStore(this.paths.database);
    store.transaction(() => {
      for (const table of ["prompts", "pending_queue", "observations", "sessions"]) {
        const rows = store.all<{ id: number }>(`select id from ${table}`);
        clearRows(store, rows.map(({ id }) => ({ table, id })));
      }
    });
  }

  /** What is kept of the word. */
  kept(): string {
    return this.withStore((store) =>
      JSON.stringify([
        store.all("select text from observations"),
        store.all("select title, summary from sessions"),
      ])
    );
  }
}

Deno.test("an observation holds nothing that was forgotten while it was made", async () => {
  using home = new ForgetfulHome();
  home.keep(home.prompt(), home.call("one"));
  using store = openStore(home.paths.database);
  let isForgotten = false;
  const beside = beforeTransaction(store, () => {
    if (!isForgotten) home.forget();
    isForgotten = true;
  });
  await observeQueue(beside, {}, new Workload(store, USUAL_BOUNDS));
  assert(isForgotten);
  assertEquals(store.all("select 1 from pending_queue where status = 'raw'"), []);
  assert(!home.kept().includes(WORD), home.kept());
});

/** The store, with something done before each of its transactions. */
function beforeTransaction(store: Store, work: () => void): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name === "transaction") work();
      const value = target[name as keyof Store];
      return typeof value === "function" ? (value as (...words: unknown[]) => unknown).bind(target) : value;
    },
  });
}
