import { memoryCommand } from "../../../../src/cli/memory/memory_command.ts";
import { encodeEvidence } from "../../../../src/memory/memory_evidence.ts";
import { UsageError, UserError } from "../../../../src/base/user_error.ts";
import { addCandidate } from "../../../../src/store/save_memory.ts";
import type { MemoryDraft } from "../../../../src/store/memories.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { bytes, memory } from "../../../_support/commands.ts";

const AT = "2026-03-01T10:00:00.000Z";

async function failure(home: CliHome, ...args: string[]): Promise<string> {
  const { error } = await home.run(memoryCommand(), args);
  assert(error instanceof UserError, String(error));
  return `${error instanceof UsageError ? "usage: " : ""}${error.message}; ${error.hint}`;
}

const SECRET = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";

for (
  const given of [
    [`Log in with ${SECRET}`],
    ["--title", "Log in <private>as root</private>", "Log in"],
    ["--recall-when", `log in with ${SECRET}`, "--recall-when", "<private>as root</private>", "Log in"],
    ["--files", `src/a.ts,${SECRET}.txt`, "Log in"],
  ]
) {
  Deno.test(`memory add ${given[0]} keeps no secret and no private part, and says that something is missing`, async () => {
    using home = new CliHome();
    const { stderr } = await home.run(memoryCommand(), ["add", "--category", "RUNBOOK", ...given]);
    assertEquals(stderr, "What was private or secret in it is not kept\n");
    assert(!/ghp_|as root/.test(bytes(home)));
    const saved = JSON.parse(await memory(home, "export"));
    assertMatch(saved.body, /^Log in/);
    assertEquals(
      saved.recall_when,
      given[0] === "--recall-when" ? ["log in with [redacted:github-token]"] : [],
    );
  });
}

for (
  const change of [
    ["edit", "m1", "--body", `Log in with ${SECRET}`],
    ["edit", "m1", "--title", `Log in with ${SECRET}`, "--json"],
    ["reject", "m1", "--reason", "slow <private>at the bank</private>"],
  ]
) {
  Deno.test(`memory ${change.join(" ")} says that something of it is not kept`, async () => {
    using home = new CliHome();
    await memory(home, "add", "--category", "RUNBOOK", "Log in");
    const { stderr, stdout } = await home.run(memoryCommand(), change);
    assertEquals(stderr, "What was private or secret in it is not kept\n");
    assert(stdout !== "" && !/ghp_|the bank/.test(bytes(home)));
  });
}

Deno.test("memory add refuses what it cannot keep and says what to give", async () => {
  using home = new CliHome();
  assertEquals(
    await failure(home, "add", "--category", "note", "x"),
    'usage: Cannot take "note" as a category; give one of DECISION, RUNBOOK, CONSTRAINT, TECH_DEBT, PREFERENCE, ' +
      "SESSION_SUMMARY",
  );
  assertMatch(
    await failure(home, "add", "x"),
    /^usage: Cannot save a memory without a category; give --category/,
  );
  for (const body of [" ", "-", "…"]) {
    assertMatch(
      await failure(home, "add", "--category", "DECISION", body),
      /^usage: Cannot keep a memory without a word; give its text/,
    );
  }
  assertMatch(
    await failure(home, "add", "--category", "DECISION", "<private>all</private>"),
    /all of it is marked as private/,
  );
  assertMatch(
    await failure(home, "add", "--category", "DECISION", "x".repeat(8001)),
    /of 8001 characters: 8000/,
  );
  assertMatch(
    await failure(home, "add", "--category", "DECISION", "--scope", "team", "x"),
    /give project or user/,
  );
  assertEquals(home.inventory(), []);
});

for (
  const body of [
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "export GITHUB_TOKEN=ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  ]
) {
  Deno.test(`memory add and edit refuse ${body} as it is nothing but a secret`, async () => {
    using home = new CliHome();
    const refusal = /^usage: Cannot keep this memory: it is nothing but a secret[^\n]*$/;
    assertMatch(await failure(home, "add", "--category", "RUNBOOK", body), refusal);
    assertEquals(home.inventory(), []);
    await memory(home, "add", "--category", "RUNBOOK", "The token is in the vault");
    assertMatch(await failure(home, "edit", "m1", "--body", body), refusal);
  });
}

Deno.test("memory add keeps nothing of a project that the configuration excludes", async () => {
  using home = new CliHome();
  home.prepare();
  Deno.writeTextFileSync(home.paths.configFile, `privacy: { exclude_projects: ['${home.project}'] }\n`);
  assertMatch(
    await failure(home, "add", "--category", "DECISION", "Use npm"),
    /privacy\.exclude_projects names it/,
  );
  assertEquals(
    await memory(home, "add", "--category", "DECISION", "--scope", "user", "Use npm"),
    "Saved m1\n",
  );
});

Deno.test("memory add in a session of the client is the agent's, with that session", async () => {
  using home = new CliHome();
  const args = ["add", "--category", "DECISION", "--json", "--files", "a.ts, b.ts", "Use npm"];
  const inSession = await home.run(memoryCommand(), args, { CLAUDE_CODE_SESSION_ID: "s-9" });
  const saved = JSON.parse(inSession.stdout);
  assertEquals([saved.source, saved.session_id, saved.files], ["agent", "s-9", ["a.ts", "b.ts"]]);
  assertEquals([saved.outcome, saved.superseded], ["added", []]);
});

Deno.test("memory list shows this project's and the user's memories, and candidates only when asked", async () => {
  using home = new CliHome();
  await memory(home, "add", "--category", "DECISION", "--title", "Packages", "Use pnpm");
  await memory(home, "add", "--category", "PREFERENCE", "--scope", "user", "Answer in German");
  keepCandidate(home, "The cart needs a rewrite", { category: "TECH_DEBT", confidence: 0.7 });
  const day = /\d{4}-\d\d-\d\d/g;
  assertEquals((await memory(home, "list")).replace(day, "DAY").split("\n"), [
    "m2  PREFERENCE  DAY  user  Answer in German",
    "m1  DECISION    DAY        Packages: Use pnpm",
    "",
  ]);
  assertMatch(
    await memory(home, "list", "--candidates"),
    /^m3 {2}TECH_DEBT {2}0\.70 {2}\d+ \w+ ago {2}The cart needs a rewrite\n$/,
  );
  assertEquals(await memory(home, "list", "--candidates", "--new"), "");
  assertMatch(await memory(home, "list", "--new", "--category", "decision"), /^m1 .*\n$/);
  assertEquals(JSON.parse(await memory(home, "list", "--project", "/", "--json")).length, 1);
  assert((await memory(home, "list", "--all")).includes(home.project));
});

Deno.test("memory list without a memory says that candidates wait, where some do", async () => {
  using home = new CliHome();
  const talk = async (...args: string[]) => (await home.run(memoryCommand(), ["list", ...args])).stderr;
  const nothing = `There is no memory of ${home.project}; --all looks in every project\n`;
  assertEquals(await talk(), nothing);
  keepCandidate(home, "The cart needs a rewrite", { category: "TECH_DEBT" });
  assertEquals(await talk(), `${nothing}Candidates wait to be kept: 1; mneme memory list --candidates\n`);
  keepCandidate(home, "Retries are copied", { category: "TECH_DEBT" });
  assertMatch(
    await talk("--all"),
    /^There is no memory\nCandidates wait to be kept: 2; mneme memory list --candidates\n$/,
  );
  if (Deno.build.os !== "windows") {
    assertMatch(await talk("--project", "d:/shop"), /^There is no memory of D:\\shop; /);
  }
  assertMatch(await talk("--category", "DECISION"), /^No such memory of .* looks in every project\n$/);
});

Deno.test("a memory names each of its files once, as seen from the project", async () => {
  using home = new CliHome();
  const files = ["src/a.ts", "./src/a.ts", `${home.project}/src/a.ts`, "/etc/hosts", ".env"];
  await memory(home, "add", "Carts are kept in a.ts", "--category", "DECISION", "--files", files.join(","));
  const listed = async () => JSON.parse(await memory(home, "list", "--json"))[0].files;
  assertEquals(await listed(), ["src/a.ts", "/etc/hosts", ".env"]);
  await memory(home, "edit", "m1", "--files", "./src/b.ts,src/b.ts");
  assertEquals(await listed(), ["src/b.ts"]);
});

Deno.test("memory show tells why a memory is there: source, session, words, message, cues, links", async () => {
  using home = new CliHome();
  const session = home.session("session-1");
  home.keep({ kind: "prompt-submitted", session, at: AT, promptId: "p1", text: "Which package manager?" });
  const evidence = encodeEvidence({
    quote: "let us go with pnpm",
    uuid: "u-7",
    offset: 420,
    cues: ["go with"],
  });
  keepCandidate(home, "Use pnpm", { evidence, confidence: 0.7 });
  assertEquals((await memory(home, "show", "m1")).split("\n").slice(0, 9), [
    "m1  DECISION",
    "    Use pnpm",
    "status    candidate: flagged and never saved",
    `holds in  ${home.project}`,
    "why       found when a turn ended (confidence 0.7)",
    "session   s1  Which package manager?",
    'evidence  "let us go with pnpm"',
    "message   u-7, byte 420 of the transcript",
    "cues      go with",
  ]);
  assertEquals(
    await memory(home, "add", "--category", "DECISION", "Use pnpm"),
    "Saved m1, which was a candidate\n",
  );
  await memory(home, "add", "--category", "DECISION", "Use yarn, not pnpm");
  assertMatch(await memory(home, "show", "m1"), /\nstatus +superseded by m2 {2}Use yarn, not pnpm\n/);
  assertEquals(JSON.parse(await memory(home, "show", "2", "--json")).supersedes, ["m1"]);
  assertMatch(await failure(home, "show", "m9"), /^Cannot find memory m9: there is none/);
  assertMatch(await failure(home, "show", "s4"), /^usage: Cannot take "s4" as the id of a memory/);
});

Deno.test("memory edit changes what is named, and refuses to change nothing or what was forgotten", async () => {
  using home = new CliHome();
  await memory(home, "add", "--category", "DECISION", "--title", "Packages", "Use npm");
  assertEquals(
    await memory(home, "edit", "m1", "--body", "Use pnpm", "--category", "preference"),
    "Changed m1\n",
  );
  const edited = JSON.parse(await memory(home, "edit", "m1", "--title", "", "--json"));
  assertEquals([edited.body, edited.title, edited.category], ["Use pnpm", null, "PREFERENCE"]);
  assertMatch(
    await failure(home, "edit", "m1"),
    /^usage: Cannot edit a memory without a change; give --body/,
  );
  await memory(home, "forget", "m1");
  assertMatch(await failure(home, "edit", "m1", "--body", "x"), /^Cannot edit m1: it was forgotten/);
});

Deno.test("memory list --candidates begins with the surest, and leaves summaries out unless they are asked for", async () => {
  using home = new CliHome();
  keepCandidate(home, "Use pnpm, not npm", { confidence: 0.7 });
  keepCandidate(home, "Deploy from the release branch", { confidence: 0.9 });
  keepCandidate(home, "Changed four files", { category: "SESSION_SUMMARY" });
  const ids = async (...args: string[]) =>
    JSON.parse(await memory(home, "list", "--candidates", "--json", ...args)).map(({ id }: { id: string }) =>
      id
    );
  assertEquals(await ids(), ["m2", "m1"]);
  assertEquals(await ids("--category", "SESSION_SUMMARY"), ["m3"]);
});

Deno.test("memory keep makes memories of candidates, and says what they take the place of", async () => {
  using home = new CliHome();
  await memory(home, "add", "--category", "DECISION", "Use npm");
  keepCandidate(home, "Use pnpm, not npm");
  assertEquals(
    await memory(home, "edit", "m2", "--title", "Installs"),
    "Changed m2, still a candidate: `mneme memory keep m2`\n",
  );
  assertEquals(await memory(home, "keep", "m2"), "Kept m2; it takes the place of m1\n");
  assertEquals(await memory(home, "keep", "m2"), "m2 is kept already\n");
  const [kept] = JSON.parse(await memory(home, "list", "--json"));
  assertEquals([kept.id, kept.body, kept.source, kept.status], [
    "m2",
    "Use pnpm, not npm",
    "triage",
    "active",
  ]);
  assertMatch(await failure(home, "keep", "m1"), /^Cannot keep m1: another memory has taken its place;/);
  await memory(home, "forget", "m2");
  assertMatch(await failure(home, "keep", "m2"), /^Cannot keep m2: it was dropped or forgotten;/);
});

/** m1 to m6: candidates, but for m3, which is a memory. */
async function homeToReview(): Promise<CliHome> {
  const home = new CliHome();
  keepCandidate(home, "Use pnpm for installs");
  keepCandidate(home, "Deploy from the release branch");
  await memory(home, "add", "--category", "DECISION", "Totals are rounded once");
  keepCandidate(home, "Retries stop after five attempts");
  keepCandidate(home, "The queue is Redis streams");
  keepCandidate(home, "Logs are written as JSON lines");
  return home;
}

Deno.test("memory keep and drop take ids and ranges, of which they mean the candidates", async () => {
  using home = await homeToReview();
  assertEquals(await memory(home, "keep", "m1-m3", "6"), "Kept m1\nKept m2\nKept m6\n");
  assertEquals(await memory(home, "drop", "m1-m20"), "Dropped m4\nDropped m5\n");
  assertEquals(
    home.rows("select status, count(*) as n from memories group by status order by status"),
    [{ status: "active", n: 4 }, { status: "deleted", n: 2 }],
  );
});

Deno.test("memory keep and drop name each id that they cannot take, and take the others", async () => {
  using home = await homeToReview();
  const run = await home.run(memoryCommand(), ["drop", "m1", "m3", "m99", "m4-m5", "m50-m60"]);
  assertEquals(run.stdout, "Dropped m1\nDropped m4\nDropped m5\n");
  assertEquals(run.stderr.split("\n"), [
    "mneme: Cannot drop m50-m60: there is no candidate among them; `mneme memory list --all` shows what there is, " +
    "with --candidates what waits",
    "mneme: Cannot drop m3: it is no candidate; `mneme memory forget m3` removes a memory",
    "",
  ]);
  assertMatch(String(run.error), /Cannot find memory m99: there is none/);
  assertMatch(await failure(home, "drop", "m1"), /^Cannot drop m1: it is gone already;/);
  assertMatch(
    await failure(home, "keep", "m9-m2"),
    /^usage: Cannot take "m9-m2" as a range of memories; give one/,
  );
  assertMatch(await failure(home, "keep", "m2", "x"), /^usage: Cannot take "x" as the id of a memory/);
  const kept = await home.run(memoryCommand(), ["keep", "--json", "m2", "m99"]);
  assertEquals(JSON.parse(kept.stdout).map(({ id, status }: Record<string, string>) => [id, status]), [
    ["m2", "active"],
  ]);
});

Deno.test("memory drop leaves no text, and the same is not flagged again", async () => {
  using home = new CliHome();
  keepCandidate(home, "Use pnpm, not npm");
  await memory(home, "drop", "m1");
  assertEquals(home.rows("select title, body, evidence from memories"), [{
    title: null,
    body: "",
    evidence: null,
  }]);
  keepCandidate(home, "Use pnpm, not npm");
  assertEquals(home.count("memories"), 1);
});

Deno.test("memory edit puts several into another category or scope, and nothing else into several", async () => {
  using home = await homeToReview();
  assertMatch(
    await memory(home, "edit", "m3-m4", "--category", "constraint", "--scope", "user"),
    /^Changed m3\n/,
  );
  assertEquals(
    home.rows("select id, category, scope, project from memories where scope = 'user' order by id"),
    [3, 4].map((id) => ({ id, category: "CONSTRAINT", scope: "user", project: null })),
  );
  await memory(home, "edit", "m3", "--scope", "project");
  assertEquals(home.rows("select project from memories where id = 3"), [{ project: home.project }]);
  for (const option of [["--body", "x"], ["--title", "x"], ["--source"]]) {
    assertMatch(
      await failure(home, "edit", "m1", "m2", ...option),
      /^usage: Cannot put the same words into several memories; give one id with --body/,
    );
  }
  assertMatch(await failure(home, "edit", "m1", "m99", "--scope", "user"), /^Cannot find memory m99/);
  assertEquals(home.rows("select scope from memories where id = 1"), [{ scope: "user" }]);
});

function keepCandidate(home: CliHome, body: string, changes: Partial<MemoryDraft> = {}): void {
  const candidate: MemoryDraft = {
    ...{ project: home.project, scope: "project", category: "DECISION", title: null, body, evidence: null },
    ...{ source: "triage", confidence: 0.8, sessionId: "session-1", files: [], ...changes },
  };
  home.withStore((store) => store.transaction(() => addCandidate(store, candidate, AT)));
}
