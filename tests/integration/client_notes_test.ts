// The notes that clients keep by themselves, as memories that follow their files.
import { assertEquals, assertMatch } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";

const NOTE = `---
name: package-manager
description: Packages come from pnpm
type: feedback
---
Use pnpm, never npm. <private>The pin is 4711.</private>
`;
const INDEX = `# Notes

- [Packages](package-manager.md) — pnpm alone

## Staging

The gateway listens on port 4173.
`;

function writeNotes(home: TestHome): void {
  const folder = "home/.claude/projects/-shop";
  home.write(
    `${folder}/s-1.jsonl`,
    `${JSON.stringify({ type: "user", sessionId: "s-1", cwd: home.project })}\n`,
  );
  home.write(`${folder}/memory/MEMORY.md`, INDEX);
  home.write(`${folder}/memory/package-manager.md`, NOTE);
}

async function importNotes(home: TestHome) {
  const { code, stdout, stderr } = await home.mneme([
    "memory",
    "import",
    "--from",
    "claude",
    "--json",
  ]);
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  const { added, updated, present, gone } = JSON.parse(stdout);
  return { added, updated, present, gone };
}

function memories(home: TestHome) {
  return home.rows(
    "select category, title, body, project, source from memories where status = 'active' order by id",
  );
}

Deno.test("notes of Claude Code become memories of their project, without what is private", async () => {
  using home = new TestHome();
  writeNotes(home);
  assertEquals(await importNotes(home), { added: 2, updated: 0, present: 0, gone: [] });
  const { project } = home;
  assertEquals(memories(home), [
    {
      category: "RUNBOOK",
      title: "Staging: The gateway listens on port 4173",
      body: "The gateway listens on port 4173.",
      project,
      source: "import",
    },
    {
      category: "PREFERENCE",
      title: "Packages come from pnpm",
      body: "Use pnpm, never npm.",
      project,
      source: "import",
    },
  ]);
  assertMatch((await home.mneme(["memory", "show", "m1"])).stdout, /Note of claude: .*MEMORY\.md#Staging/);
  assertEquals(await importNotes(home), { added: 0, updated: 0, present: 2, gone: [] });
});

Deno.test("a memory follows its note: changed with it, left to the user when edited, gone when the user says so", async () => {
  using home = new TestHome();
  writeNotes(home);
  await importNotes(home);
  const folder = `${home.home}/.claude/projects/-shop/memory`;
  await Deno.writeTextFile(`${folder}/MEMORY.md`, INDEX.replace("4173", "4174"));
  await home.mneme(["memory", "edit", "m2", "--body", "Use pnpm 9, never npm."]);
  assertEquals(await importNotes(home), { added: 0, updated: 1, present: 1, gone: [] });
  assertEquals(memories(home).map(({ body }) => body), [
    "The gateway listens on port 4174.",
    "Use pnpm 9, never npm.",
  ]);
  await Deno.remove(`${folder}/package-manager.md`);
  assertEquals(await importNotes(home), { added: 0, updated: 0, present: 1, gone: ["m2"] });
  assertEquals(memories(home).length, 2);
  assertEquals(
    (await home.mneme(["memory", "import", "--from", "claude"])).stdout,
    "Imported 0 memories from 1 note; 0 updated, 1 as they were\n" +
      "The notes of m2 are gone; `mneme memory forget m2` forgets what they said\n",
  );
  await home.mneme(["memory", "forget", "m2"]);
  assertEquals(memories(home).map(({ body }) => body), ["The gateway listens on port 4174."]);
  assertEquals(await Deno.readTextFile(`${folder}/MEMORY.md`), INDEX.replace("4173", "4174"));
});

Deno.test("a note is not gone because the client has removed the transcripts beside it", async () => {
  using home = new TestHome();
  writeNotes(home);
  await importNotes(home);
  await Deno.remove(`${home.home}/.claude/projects/-shop/s-1.jsonl`);
  const { stdout } = await home.mneme(["memory", "import", "--from", "claude", "--json"]);
  const { gone, homeless } = JSON.parse(stdout);
  assertEquals([gone, homeless.length], [[], 2]);
});

Deno.test("a note whose memory was forgotten does not come back", async () => {
  using home = new TestHome();
  writeNotes(home);
  await importNotes(home);
  await home.mneme(["memory", "forget", "m1"]);
  assertEquals((await importNotes(home)).added, 0);
  assertEquals(memories(home).length, 1);
});

Deno.test("notes of Codex belong to the folder that they name, and to the user without one", async () => {
  using home = new TestHome();
  home.write(
    "home/.codex/memories/MEMORY.md",
    `# Shop\n\napplies_to: cwd=${home.project}\n\nRun make test before a commit.\n\n# Habits\n\nAnswers are short.\n`,
  );
  const { code } = await home.mneme(["memory", "import", "--from", "codex"]);
  assertEquals(code, 0);
  assertEquals(home.rows("select title, project, scope from memories order by id"), [
    { title: "Shop: Run make test before a commit", project: home.project, scope: "project" },
    { title: "Habits: Answers are short.", project: null, scope: "user" },
  ]);
});
