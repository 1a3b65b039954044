import { assertEquals, assertMatch } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";

/** A home whose project a person reaches by the link `~/shop`, too. The client tells where the link leads. */
function linkedHome(): TestHome {
  const home = new TestHome();
  Deno.symlinkSync(home.project, `${home.home}/shop`);
  return home;
}

async function startSession(home: TestHome): Promise<void> {
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
}

async function prompt(home: TestHome, text: string): Promise<void> {
  await home.hook("user-prompt-submit", home.payload("UserPromptSubmit", { prompt: text }));
}

function promptsOf(home: TestHome): unknown[] {
  return home.rows("select text from prompts order by id").map(({ text }) => text);
}

Deno.test("a project that is excluded by a link to it is not captured", async () => {
  using home = linkedHome();
  const { stdout } = await home.mneme(["projects", "exclude", "~/shop"]);
  assertMatch(stdout, new RegExp(`^Excluded ${home.project}: `));
  await startSession(home);
  await prompt(home, "between us");
  assertEquals(promptsOf(home), []);
  await home.mneme(["projects", "exclude", "--undo", "~/shop"]);
  await prompt(home, "for all");
  assertEquals(promptsOf(home), ["for all"]);
});

Deno.test("an entry of the configuration that is a link excludes where it leads", async () => {
  using home = linkedHome();
  home.write("data/config.yaml", "privacy: { exclude_projects: [~/shop] }\n");
  await startSession(home);
  await prompt(home, "between us");
  assertEquals(home.count("prompts"), 0);
  const { stderr } = await home.mneme(["projects", "exclude", "--undo", "~/shop"]);
  assertEquals(stderr, "");
  await prompt(home, "for all");
  assertEquals(promptsOf(home), ["for all"]);
});

Deno.test("a project that is paused, searched or forgotten by a link to it is the one that it leads to", async () => {
  using home = linkedHome();
  await startSession(home);
  await prompt(home, "round the totals");
  const link = `${home.home}/shop`;
  const listed = await home.mneme(["sessions", "list", "--project", link, "--json"]);
  assertEquals(JSON.parse(listed.stdout).length, 1);
  await home.mneme(["pause", "--project", link]);
  await prompt(home, "between us");
  assertEquals(promptsOf(home), ["round the totals"]);
  assertEquals((await home.mneme(["projects", "forget", link, "--yes"])).code, 0);
  assertEquals(promptsOf(home), []);
});

Deno.test("a project that is kept under the link's own name is that one, and becomes part of the other", async () => {
  using home = linkedHome();
  const link = `${home.home}/shop`;
  await home.mneme(["process"]); // makes the database
  const other = home.payload("UserPromptSubmit", {
    prompt: "by the link",
    session_id: "session-2",
    cwd: link,
  });
  await home.hook("user-prompt-submit", other, { env: { CLAUDE_PROJECT_DIR: link } });
  await startSession(home); // the last one used
  assertEquals(home.rows("select count(distinct project) as n from sessions"), [{ n: 2 }]);
  assertEquals((await home.mneme(["projects", "merge", link, home.project])).code, 0);
  assertEquals(home.rows("select distinct project from sessions"), [{ project: home.project }]);
});

Deno.test("notes that are searched by a link to their project are kept once", async () => {
  using home = linkedHome();
  home.write("project/.claude/scratchpad/coordinator/2026-03-01.md", "## What I did\nMended the upload\n");
  await startSession(home);
  for (const folder of [home.project, `${home.home}/shop`]) {
    const { stdout } = await home.mneme(["scratchpad", "search", "upload", "--project", folder]);
    assertMatch(stdout, /Mended the upload/);
  }
  assertEquals(home.rows("select project from scratchpads"), [{ project: home.project }]);
});
