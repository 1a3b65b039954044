import { callCommand } from "../../../../src/cli/mcp/all_tools.ts";
import { memoryCommand } from "../../../../src/cli/memory/memory_command.ts";
import { statsCommand } from "../../../../src/cli/stats_command.ts";
import { UserError } from "../../../../src/base/user_error.ts";
import { valuesCommand } from "../../../../src/cli/values_command.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { bytes, call, memory, refusal as toolRefusal } from "../../../_support/commands.ts";
import { toolCaptured } from "../../../_support/tool_captured.ts";

const AT = "2026-03-01T10:00:00.000Z";
const BODY = "Use pnpm for installs";

/** Adds a decision with these phrases. */
function add(home: CliHome, body: string, ...phrases: string[]): Promise<string> {
  return memory(home, "add", "--category", "DECISION", ...given(phrases), body);
}

function given(phrases: readonly string[]): string[] {
  return phrases.flatMap((phrase) => ["--recall-when", phrase]);
}

async function phrases(home: CliHome, id = "m1"): Promise<string[]> {
  return JSON.parse(await memory(home, "show", id, "--json")).recall_when;
}

async function refusal(home: CliHome, ...args: string[]): Promise<string> {
  const { error } = await home.run(memoryCommand(), args);
  assert(error instanceof UserError, String(error));
  return `${error.message}; ${error.hint}`;
}

Deno.test("memory add keeps phrases, show tells them, and saying it again unites them", async () => {
  using home = new CliHome();
  assertEquals(await add(home, BODY, "module not found", "which package manager"), "Saved m1\n");
  assertMatch(
    await memory(home, "show", "m1"),
    /\nfound by +module not found\n +which package manager\n/,
  );
  await add(home, BODY, "Module not found", "add a dependency");
  assertEquals(await phrases(home), ["module not found", "which package manager", "add a dependency"]);
  assertEquals(
    await add(home, BODY, "one", "two", "three", "four"),
    "Updated m1, which said nearly the same; 6 phrases are the most, so " +
      '"module not found" gave way to newer ones\n',
  );
  assertEquals((await phrases(home)).length, 6);
});

Deno.test("memory add refuses a seventh phrase and one of 81 characters, and saves nothing then", async () => {
  using home = new CliHome();
  home.prepare();
  const seven = ["1", "2", "3", "4", "5", "6", "7"].map((n) => `phrase ${n}`);
  assertMatch(await refusal(home, "add", "--category", "DECISION", ...given(seven), BODY), /^Cannot take 7 /);
  assertMatch(
    await refusal(home, "add", "--category", "DECISION", "--recall-when", "x".repeat(81), BODY),
    /^Cannot take a phrase of 81 characters in recall_when: 80 is the most; shorten "x+…"/,
  );
  assertEquals(home.rows("select id from memories"), []);
});

Deno.test("memory edit adds phrases, takes all away with an empty one, and refuses what does not fit", async () => {
  using home = new CliHome();
  await add(home, BODY, "1", "2", "3", "4", "5");
  await memory(home, "edit", "m1", "--recall-when", "6");
  assertEquals(await phrases(home), ["1", "2", "3", "4", "5", "6"]);
  assertEquals(
    await refusal(home, "edit", "m1", "--recall-when", "7"),
    'Cannot take 7 phrases in recall_when: 6 is the most; --recall-when "" takes away those that m1 has',
  );
  await memory(home, "edit", "m1", "--title", "Packages");
  assertEquals((await phrases(home)).length, 6);
  await memory(home, "edit", "m1", "--recall-when", "", "--recall-when", "only this");
  assertEquals(await phrases(home), ["only this"]);
  await memory(home, "edit", "m1", "--recall-when", "");
  assertEquals(await phrases(home), []);
});

Deno.test("memory export and import carry phrases as they are, and a line with a bad one is named", async () => {
  using home = new CliHome();
  using other = new CliHome();
  await add(home, BODY, 'says "no such module" — 東京', "which package manager");
  const exported = await memory(home, "export");
  assertMatch(exported, /"recall_when":\["says \\"no such module\\" — 東京","which package manager"\]/);
  const file = `${other.root}/in.jsonl`;
  Deno.writeTextFileSync(file, exported);
  await memory(other, "import", file);
  assertEquals(await memory(other, "export"), exported);
  const line = { category: "DECISION", body: "Run make", recall_when: ["x".repeat(81)] };
  Deno.writeTextFileSync(file, JSON.stringify(line));
  const { stderr } = await other.run(memoryCommand(), ["import", file]);
  assertMatch(
    stderr,
    /^line 1: "recall_when" is .*; expected a list of at most 6 phrases of at most 80 char/,
  );
});

Deno.test("memory list --without-recall and stats tell which memories have no phrases; summaries need none", async () => {
  using home = new CliHome();
  await add(home, BODY, "which package manager");
  await add(home, "Amounts are whole cents");
  await memory(home, "add", "--category", "SESSION_SUMMARY", "Moved the carts to the new API");
  const list = JSON.parse(await memory(home, "list", "--without-recall", "--json"));
  assertEquals(list.map(({ id }: { id: string }) => id), ["m2"]);
  assertEquals(JSON.parse(await home.print(statsCommand(), "--json")).without_recall, 1);
  assertMatch(
    await home.print(statsCommand()),
    /\n1 without phrases to find them by: mneme memory list --without-recall\n/,
  );
});

Deno.test("memory forget leaves no phrase anywhere, names a backup that holds one, and clears the call that gave it", async () => {
  using home = new CliHome();
  await add(home, BODY);
  await memory(home, "edit", "m1", "--recall-when", "quokka missing after install");
  Deno.mkdirSync(home.paths.backups, { recursive: true });
  Deno.copyFileSync(home.paths.database, `${home.paths.backups}/before.db`);
  const payload = (command: string) => JSON.stringify({ tool_input: { command } });
  const session = home.session("session-1");
  const calls = [
    'mneme memory edit m1 --recall-when "quokka missing after install"',
    'echo "quokka missing after install"',
  ].map((command, i) =>
    toolCaptured({ session, at: AT, toolUseId: `t${i}`, toolName: "Bash", payload: payload(command) })
  );
  home.keep(...calls);
  assertEquals(JSON.parse(await memory(home, "list", "--json"))[0].recall_when.length, 1);
  const report = await memory(home, "forget", "m1", "--source");
  assertMatch(report, /cleared 1 tool call that it came from/);
  assertMatch(report, /the backup .* still holds it/);
  await memory(home, "forget", "m1", "--backups");
  const left = home.rows<{ payload: string }>("select payload from pending_queue order by id");
  assertEquals(left.map(({ payload }) => payload.includes("quokka")), [false, true]);
  home.withStore((store) => store.run("delete from pending_queue"));
  await memory(home, "add", "--category", "DECISION", "Something else");
  await memory(home, "forget", "m2"); // empties the log
  assert(!/quokka/i.test(bytes(home)));
});

Deno.test("save_memory, a lesson and a value take phrases, and get shows them", async () => {
  using home = new CliHome();
  await call(home, "save_memory", { category: "DECISION", body: BODY, recall_when: "module not found" });
  assertEquals(await phrases(home), ["module not found"]);
  const { items } = await call(home, "get", { ids: ["m1"] }) as { items: { recall_when: string[] }[] };
  assertEquals(items[0]?.recall_when, ["module not found"]);

  await call(home, "store_value", { text: "Round money once", recall_when: ["off by a cent"] });
  const { values } = await call(home, "list_values", {}) as { values: { recall_when: string[] }[] };
  assertEquals(values[0]?.recall_when, ["off by a cent"]);
  await home.print(valuesCommand(), "add", "--recall-when", "totals are wrong", "Round money once");
  const [value] = JSON.parse(await home.print(valuesCommand(), "list", "--json"));
  assertEquals(value.recall_when, ["off by a cent", "totals are wrong"]);

  const entry = { domain: "debugging", strategy: "read-the-error", goal: "g", hypothesis: "h", action: "a" };
  await call(home, "start_ghap", { ...entry, prediction: "p" });
  const lesson = { what_worked: "", takeaway: "Count in cents", recall_when: ["the invoice is off"] };
  await call(home, "resolve_ghap", { status: "confirmed", result: "it passed", lesson });
  const { entries } = await call(home, "list_ghap", {}) as { entries: { lesson: unknown }[] };
  assertEquals(entries[0]?.lesson, lesson);
});

Deno.test("enrich_memories names ten that lack a title or phrases, takes theirs, and keeps none where one is refused", async () => {
  using home = new CliHome();
  const animals = ["yak", "gnu", "emu", "cat", "dog", "ape", "bat", "cow", "elk", "fox", "hen", "owl"];
  for (const animal of animals) await add(home, `The ${animal} service listens on its own ${animal} port`);
  type Enriched = {
    memories: { id: string; body: string; lacks: string[] }[];
    left: number;
    enriched: string[];
  };
  const first = await call(home, "enrich_memories", {}) as Enriched;
  assertEquals([first.memories.length, first.left, first.enriched], [10, 12, []]);
  assertEquals(Object.keys(first.memories[0]!), ["id", "category", "title", "body", "lacks"]);
  const ids = first.memories.map(({ id }) => id);
  const phrased = ids.map((id) => ({ id, recall_when: ["connection refused"] }));
  const half = await call(home, "enrich_memories", { memories: phrased }) as Enriched;
  assertEquals([half.left, half.enriched, new Set(half.memories.map(({ lacks }) => lacks.join()))], [
    12,
    ids,
    new Set(["title"]),
  ]);
  const titled = ids.map((id) => ({ id, title: `Service ${id} has its port`, recall_when: ["502"] }));
  const next = await call(home, "enrich_memories", { memories: titled }) as Enriched;
  assertEquals([next.memories.length, next.left, next.enriched.length], [2, 2, 10]);
  const [row] = home.withStore((store) =>
    store.all("select title, recall_when, status from memories where id = ?", Number(ids[0]?.slice(1)))
  );
  const phrases = '["connection refused","502"]';
  assertEquals({ ...row }, {
    title: `Service ${ids[0]} has its port`,
    recall_when: phrases,
    status: "active",
  });

  const bad = [{ id: next.memories[0]!.id, recall_when: ["fine"] }, {
    id: "m1",
    recall_when: ["x".repeat(81)],
  }];
  const { error } = await home.run(callCommand(), ["enrich_memories", JSON.stringify({ memories: bad })]);
  assertMatch(String(error), /Cannot take a phrase of 81 characters/);
  assertEquals((await call(home, "enrich_memories", {}) as Enriched).left, 2);
  home.withStore((store) => store.run("update memories set author = 'ben' where id = 1"));
  const others = { memories: [{ id: "m1", title: "Yaks have a port" }] };
  assertEquals(
    await toolRefusal(home, "enrich_memories", others),
    "Cannot enrich m1: it is a teammate's; leave it out",
  );
});
