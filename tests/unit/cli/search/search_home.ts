import type { FoundItem } from "../../../../src/cli/search/lines.ts";
import { searchCommand } from "../../../../src/cli/search/search_command.ts";
import { indexItems } from "../../../../src/store/search_index.ts";
import type { Store } from "../../../../src/store/store.ts";
import { CliHome, type CommandRun } from "../../../_support/cli_home.ts";
import { below } from "../../../../src/base/slashes.ts";

/** The moment of an event in the seeded days. */
export function at(day: number, minute = 0): string {
  return `2026-03-0${day}T10:${String(minute).padStart(2, "0")}:00.000Z`;
}

const INDEXED = [["prompt", 3], ["session", 2], ["observation", 1], ["code", 1], ["scratchpad", 1]] as const;

/**
 * Two sessions and what came of them, each kind of item once or more: m1 pnpm, m2 proxy (with file), m3 the user's own,
 * m4 of another project, m5 superseded, g1 falsified, v1, p1 to p3, s1, s2, o1, c1, n1.
 */
export class SearchHome extends CliHome {
  readonly other = below(this.root, "other");
  readonly file = `${this.project}/src/checkout.ts`;

  constructor() {
    super();
    this.withStore((store) => {
      this.#sessions(store);
      this.#memories(store);
      this.#rest(store);
      for (const [kind, count] of INDEXED) {
        indexItems(store, kind, Array.from({ length: count }, (_, i) => i + 1));
      }
    });
  }

  search(...args: string[]): Promise<CommandRun> {
    return this.run(searchCommand(), args);
  }

  /** What a search finds, as JSON; throws its error. */
  async found(...args: string[]): Promise<FoundItem[]> {
    return JSON.parse(await this.print(searchCommand(), ...args, "--json"));
  }

  async ids(...args: string[]): Promise<string[]> {
    return (await this.found(...args)).map(({ id }) => id).sort();
  }

  #sessions(store: Store): void {
    for (const [i, title] of ["Fix the flaky checkout", "Rename the Ärger module"].entries()) {
      store.run(
        `insert into sessions (session_id, project, status, started_at, title, summary) values (?, ?, 'closed', ?, ?, ?)`,
        `aaaa-${i + 1}`,
        this.project,
        at(i + 1),
        title,
        i === 0 ? "The checkout tests were flaky because of the proxy" : null,
      );
    }
    const prompt = "insert into prompts (session_id, number, text, created_at) values (?, ?, ?, ?)";
    store.run(prompt, "aaaa-1", 1, "Why is the checkout test flaky?", at(1, 1));
    store.run(prompt, "aaaa-1", 2, "Reset the proxy first\nthen run it again", at(1, 5));
    store.run(prompt, "aaaa-2", 1, "Rename the Ärger module <system-reminder>", at(2, 1));
    const call =
      `insert into pending_queue (session_id, tool_name, priority, files_touched, outcome, created_at, payload)
      values ('aaaa-1', ?, 'high', ?, ?, ?, ?)`;
    store.run(call, "Edit", JSON.stringify([this.file]), null, at(1, 2), "{}");
    const payload = JSON.stringify({ tool_input: { command: "npm test checkout" } });
    store.run(call, "Bash", "[]", "tests:fail", at(1, 3), payload);
    store.run(
      `insert into observations (session_id, text, files, outcome, created_at, capture_id)
       values ('aaaa-1', 'npm test checkout failed: ECONNRESET', '[]', 'tests:fail', ?, 2)`,
      at(1, 3),
    );
    store.run("update pending_queue set status = 'processed' where id = 2");
  }

  #memories(store: Store): void {
    const evidence = JSON.stringify({ quote: "we use pnpm", uuid: "u1", offset: 7, cues: ["decided"] });
    const pnpm = "Use pnpm for installs, as npm breaks the workspaces";
    const proxy = "ECONNRESET in the checkout tests comes from the proxy; run make proxy-reset";
    const files = JSON.stringify(["src/checkout.ts"]);
    const found = { session_id: "aaaa-1" };
    const flaky = { title: "Flaky checkout", files };
    this.#memory(store, at(1, 6), { category: "DECISION", body: pnpm, evidence, ...found });
    this.#memory(store, at(1, 7), { category: "RUNBOOK", body: proxy, ...flaky, ...found });
    const own = { project: null, scope: "user", category: "PREFERENCE" };
    this.#memory(store, at(2), { ...own, body: "Wants short checkout reports" });
    const elsewhere = { project: this.other, category: "CONSTRAINT" };
    this.#memory(store, at(2), { ...elsewhere, body: "The checkout of the other project is frozen" });
    const before = { category: "DECISION", status: "superseded" };
    this.#memory(store, at(1), { ...before, body: "Use yarn for installs" });
  }

  /** An active one of this project, but for what `columns` say. */
  #memory(store: Store, moment: string, columns: Readonly<Record<string, string | null>>): void {
    const row = {
      project: this.project,
      source: "triage",
      created_at: moment,
      updated_at: moment,
      ...columns,
    };
    const names = Object.keys(row);
    store.run(
      `insert into memories (${names}) values (${names.map(() => "?")})`,
      ...Object.values(row),
    );
  }

  #rest(store: Store): void {
    const lesson = JSON.stringify({
      what_worked: "make proxy-reset",
      takeaway: "Reset the proxy before blaming checkout",
    });
    store.run(
      `insert into ghap (session_id, project, domain, strategy, goal, hypothesis, action, prediction, status, result,
         lesson, created_at, resolved_at)
       values ('aaaa-1', ?, 'debugging', 'read-the-error', 'checkout test passes', 'It races', 'Add a lock',
         'npm test passes', 'falsified', 'still red', ?, ?, ?)`,
      this.project,
      lesson,
      at(1, 2),
      at(1, 8),
    );
    store.run(
      "insert into project_values (project, text, created_at) values (?, 'Round money once, at the end', ?)",
      this.project,
      at(2),
    );
    store.run(
      `insert into code_files (project, path, content_hash, size, modified_at) values (?, 'src/checkout.ts', 'x', 1, ?)`,
      this.project,
      at(1),
    );
    store.run(
      `insert into code_units (project, path, kind, name, signature, doc, start_line, end_line, content_hash)
       values (?, 'src/checkout.ts', 'function', 'payOrder', 'function payOrder(order: Order<"eur">): Receipt',
         'Takes the money', 3, 9, 'x')`,
      this.project,
    );
    store.run(
      `insert into scratchpads (project, agent, day, path, content_hash, text, updated_at)
       values (?, 'tester', '2026-03-02', '.claude/scratchpad/tester/2026-03-02.md', 'x',
         '## Unresolved\nThe receipt printer times out', ?)`,
      this.project,
      at(2, 9),
    );
  }
}
