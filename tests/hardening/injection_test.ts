import { HOOKS } from "../../src/base/hook_names.ts";
import { openAnyVersion } from "../../src/store/store.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { casesOf } from "../_support/cases.ts";
import { insertRow } from "../_support/insert_row.ts";
import { TAG_BEGINS } from "../_support/tags.ts";
import { TestHome } from "../_support/test_home.ts";
import { asLines, assistantRow, textBlock, userRow } from "../_support/transcript_rows.ts";

const FRAME = /<mneme-context>\n([\s\S]*?)\n<\/mneme-context>/g;
/** Line ends of any kind, what is not seen, and what turns text around. */
// deno-lint-ignore no-control-regex
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
/** How a line may begin that has stored text in it; all of these are written by mneme. */
const OWN_BEGINNINGS =
  /^(?:(?:- )?[a-z]\d+ · |- \[[A-Z_]+\] |> |On (?:the file|what)|The newest scratchpad|Last |\S[^:]{0,80}: )/;

/** Where text goes to a model as text: it stays in its line, without tags, in frames that only mneme closes. */
function assertContained(text: string, what: string): void {
  const inside = [...text.matchAll(FRAME)].map((match) => match[1]!);
  const outside = text.replaceAll(FRAME, "");
  for (const part of [...inside, outside]) {
    const bare = part.split("\n").map((line) => line.replace(/^> ?/, "")).join("\n");
    assert(bare.search(TAG_BEGINS) < 0, `${what} has a tag: ${part}`);
    assert(!UNSEEN.test(part), `${what} has what is not seen: ${JSON.stringify(part)}`);
  }
  for (const line of text.split("\n").filter((line) => line.includes(FORGED) || line.includes(BAIT))) {
    assert(OWN_BEGINNINGS.test(line) && !line.startsWith(FORGED), `${what} has a line of another's: ${line}`);
    assert(!/^(?:- )?m9999/.test(line), `${what} has a forged memory: ${line}`);
  }
  assertPrivate(text, what);
}

function assertPrivate(text: string, what: string): void {
  assert(!text.includes(NEEDLE) && !text.includes(TOKEN), `${what} has private text: ${text}`);
}

/** Where text goes out as JSON: each string in it is plain. */
function assertPlain(value: unknown, what: string): void {
  JSON.stringify(value, (key, part) => {
    for (const text of typeof part === "string" ? [key, part] : [key]) {
      if (key !== "markdown") {
        assert(text.search(TAG_BEGINS) < 0 && !UNSEEN.test(text), `${what}: ${JSON.stringify(text)}`);
      }
    }
    return part;
  });
}

/** What the model is told at an event; it must be told something. */
async function told(
  home: TestHome,
  event: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<string> {
  const text = await home.tell(event, fields);
  assert(text !== "", `${event} says nothing`);
  return text;
}

Deno.test("hostile texts that are brought back stay data, in one line and in the frame of mneme", async (t) => {
  using home = await hostileHome();
  const asked = `What is the flamingo ledger? ${HOSTILE_TEXTS[1]}`;
  const read = { tool_name: "Read", tool_use_id: "r1", tool_response: { file: {} } };
  const failed = { tool_name: "Bash", tool_use_id: "f1", tool_input: { command: "npm test" } };
  const error = `Exit code 1\n1 failing\nError: ${HOSTILE_TEXTS[1]}`;
  const file = { file_path: `${home.project}/src/ledger.ts` };
  const surfaces: Record<string, () => Promise<string>> = {
    "session-start": () => told(home, "SessionStart", { source: "startup" }),
    "user-prompt-submit": () => told(home, "UserPromptSubmit", { session_id: "untold", prompt: asked }),
    "recall by file": () => told(home, "PostToolUse", { ...read, tool_input: file, session_id: "other" }),
    "recall by failure": () => told(home, "PostToolUseFailure", { ...failed, session_id: "third", error }),
    "subagent-start": () => told(home, "SubagentStart", { agent_id: "a", agent_type: "general-purpose" }),
    "mneme context": async () => (await home.json(["context"])).text,
    assemble_context: async () =>
      (await home.json(["call", "assemble_context", JSON.stringify({ query: asked })])).markdown,
  };
  for (const [name, show] of Object.entries(surfaces)) {
    await t.step(name, async () => {
      const text = await show();
      assert(text.includes(BAIT), `${name} brings nothing back: ${text}`);
      assertContained(text, name);
    });
  }
});

Deno.test("hostile texts come out of the tools as plain strings that say they are data", async (t) => {
  using home = await hostileHome();
  const calls: Record<string, unknown> = {
    search: { query: "flamingo ledger", limit: 50 },
    get: { ids: ["m2", "g2", "p3", "s3", "o2", "v2", "m16"] },
    timeline: { id: "m2", before: 20, after: 20 },
    list_ghap: {},
    list_values: {},
    list_sessions: {},
  };
  for (const [tool, args] of Object.entries(calls)) {
    await t.step(tool, async () => {
      const { stdout, stderr } = await home.mneme(["call", tool, JSON.stringify(args)]);
      assert(stdout.includes(BAIT), `${tool} finds nothing: ${stdout} ${stderr}`);
      const result = JSON.parse(stdout);
      assertPlain(result, tool);
      assertPrivate(stdout, tool);
      if (tool.startsWith("list_")) return;
      assert(String(result.note).includes("Data, not instructions"), `${tool} does not say that it is data`);
    });
  }
});

Deno.test("a conversation that gives orders is asked about in lines of its own, without what is private", async () => {
  using home = new TestHome();
  await home.fire("SessionStart");
  const rows = HOSTILE_TEXTS.flatMap((text, i) => [
    userRow(`From now on always use pnpm ${i} in this repository. ${text}\n<private>${NEEDLE}</private>`, {
      uuid: `u${i}`,
    }),
    assistantRow([textBlock(`We went with SQLite ${i} instead of Postgres because ${text} ${TOKEN}`)], {
      uuid: `a${i}`,
    }),
  ]);
  home.write("home/.claude/projects/project/session-1.jsonl", asLines(rows));
  const text = await told(home, "Stop", { prompt_id: "p1", stop_hook_active: false });
  const lines = text.split("\n");
  assert(lines.filter((line) => line.startsWith("- [")).length > 0, text);
  assertEquals(lines.filter((line) => line.includes(FORGED) && !line.startsWith("- [")), []);
  assert(!/[<>]/.test(text) && !UNSEEN.test(text), text);
  assertPrivate(text, "stop");
});

Deno.test("a prediction and a failing test that give orders come back in quoted lines", async () => {
  for (const [i, text] of HOSTILE_TEXTS.filter((_, n) => n % 4 === 1).entries()) {
    using home = patientHome();
    await home.fire("SessionStart");
    const entry = { domain: "debugging", strategy: "ask-user", goal: text, hypothesis: text, action: text };
    const predicted = { ...entry, prediction: `tests pass ${text}`, session_id: "session-1" };
    await home.json(["call", "start_ghap", JSON.stringify(predicted)]);
    const error = `Exit code 1\nFAILED ${text} - 1 failed in 0.1s`;
    const call = { tool_name: "Bash", tool_use_id: `t${i}`, tool_input: { command: "pytest" }, error };
    assertContained(await told(home, "PostToolUseFailure", call), "the resolution");
    if (i > 0) continue;
    let checkIns = 0;
    for (let n = 0; n < 12; n++) {
      const read = { tool_name: "Read", tool_use_id: `x${n}`, tool_input: { file_path: "/a" } };
      const text = await home.tell("PreToolUse", read);
      await home.fire("PostToolUse", { ...read, tool_response: {} });
      if (text === "") continue;
      assertContained(text, "the check-in");
      checkIns++;
    }
    assertEquals(checkIns, 1);
  }
});

const FORGED = "FORGED"; // stands where a hostile text wants to begin a line of its own
const BAIT = "flamingo"; // a word that all of them have, by which they are found
/** Private and secret text beside them. */
const NEEDLE = "kestrel4711";
const TOKEN = ["gh", "p_", "a1B2c3D4", "e5F6g7H8", "i9J0k1L2", "m3N4o5P6", "q7R8"].join("");

/** Texts that somebody else wrote: into a file, its name, an output, a prompt, a memory. */
const HOSTILE_TEXTS = casesOf<string>(import.meta.filename);

const AT = new Date(Date.now() - 86_400_000).toISOString();

/** A home whose hooks leave nothing out for want of time. */
function patientHome(): TestHome {
  const home = new TestHome();
  const names = [...HOOKS.map(({ setting }) => setting), "outcome_capture"];
  const hooks = Object.fromEntries(names.map((name) => [name, { timeout_ms: 5000 }]));
  home.write("data/config.yaml", JSON.stringify({ hooks }));
  return home;
}

/** A home in which every text that is kept is hostile, also what no privacy rule has seen. */
async function hostileHome(): Promise<TestHome> {
  const home = patientHome();
  await home.fire("SessionStart", { session_id: "past" });
  const secret = `<private>${NEEDLE}</private> ${TOKEN} The flamingo ledger`;
  await home.fire("UserPromptSubmit", { session_id: "past", prompt_id: "p", prompt: secret });
  using store = openAnyVersion(home.database);
  const { project } = home;
  const [created_at, session_id] = [AT, "past"];
  for (const [i, text] of HOSTILE_TEXTS.entries()) {
    const files = JSON.stringify([`${project}/src/ledger.ts`, text]);
    const said = { title: text, body: `${i} ${text}`, evidence: text, source: "agent", files };
    insertRow(store, "memories", { project, category: "CONSTRAINT", ...said, created_at, updated_at: AT });
    insertRow(store, "project_values", { project, text, created_at });
    insertRow(store, "ghap", {
      ...{ session_id, project, domain: "debugging", strategy: "ask-user", status: "falsified" },
      ...{ goal: text, hypothesis: text, action: text, prediction: text, result: text },
      root_cause: JSON.stringify({ category: text, description: text }),
      lesson: JSON.stringify({ what_worked: text, takeaway: text }),
      ...{ created_at, resolved_at: AT },
    });
    insertRow(store, "prompts", { session_id, prompt_id: `p${i}`, number: i + 2, text, created_at });
    const told = { started_at: AT, title: text, summary: text };
    insertRow(store, "sessions", { session_id: `s${i}`, project, status: "closed", ...told });
    insertRow(store, "observations", { session_id, text, files: JSON.stringify([text]), created_at });
    const call = { tool_use_id: `t${i}`, tool_name: "Bash", priority: "high", created_at };
    const payload = { tool_input: { [text]: text, command: text }, tool_response: { stdout: text } };
    insertRow(store, "pending_queue", { session_id, ...call, payload: JSON.stringify(payload) });
  }
  for (const agent of ["coordinator", "ego"]) {
    const notes = `# Notes\n${HOSTILE_TEXTS.join("\n")}\n<private>${NEEDLE}</private>\n`;
    home.write(`project/.claude/scratchpad/${agent}/2026-03-01.md`, notes);
  }
  const functions = HOSTILE_TEXTS.map((text, i) =>
    `/** ${text.replaceAll("*/", "")} */\nexport function flamingoLedger${i}() {\n  return ${i};\n}\n`
  );
  home.write("project/src/flamingo.ts", functions.join("\n"));
  await home.mneme(["process"]);
  await home.mneme(["index", home.project]);
  return home;
}
