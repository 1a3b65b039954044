import { assertEquals, assertMatch } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";

interface Found {
  /** "reviewer 2026-03-01" */
  readonly title: string;
  readonly snippet: string;
}

function note(home: TestHome, agent: string, text: string, day = "2026-03-01"): void {
  home.write(`project/.claude/scratchpad/${agent}/${day}.md`, text);
}

async function search(home: TestHome, words: string): Promise<Found[]> {
  const { code, stdout, stderr } = await home.mneme(["scratchpad", "search", words, "--json"]);
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  return JSON.parse(stdout);
}

async function agentsFound(home: TestHome, words: string): Promise<string[]> {
  return (await search(home, words)).map(({ title }) => title.split(" ")[0]!);
}

Deno.test("scratchpad search finds today's notes and earlier ones by their words, with the lines that answer", async () => {
  using home = new TestHome();
  note(home, "reviewer", "## What I did\nThe upload test is flaky on Mondays\n");
  note(home, "coordinator", "## What I did\nWrote the release notes\n", "2026-02-28");
  assertEquals(await agentsFound(home, "flaky upload"), ["reviewer"]);
  assertEquals(await agentsFound(home, "release notes"), ["coordinator"]);
  assertEquals((await search(home, "mondays"))[0]?.title, "reviewer 2026-03-01");
  const { stdout } = await home.mneme(["scratchpad", "search", "flaky"]);
  assertMatch(stdout, /^n\d .* scratchpad +reviewer 2026-03-01: .*The upload test is flaky on Mondays\n$/);
});

Deno.test("scratchpad search follows what is written, changed and removed", async () => {
  using home = new TestHome();
  note(home, "a", "about apples");
  assertEquals(await agentsFound(home, "apples"), ["a"]);
  note(home, "a", "about pears");
  assertEquals([await agentsFound(home, "apples"), await agentsFound(home, "pears")], [[], ["a"]]);
  Deno.removeSync(`${home.project}/.claude/scratchpad/a/2026-03-01.md`);
  assertEquals(await agentsFound(home, "pears"), []);
  assertEquals(home.rows("select count(*) as n from scratchpads"), [{ n: 0 }]);
});

Deno.test("scratchpads are kept without secrets and private parts, and nothing outside of their folder is read", async () => {
  using home = new TestHome();
  note(
    home,
    "a",
    "the key ghp_abcdefghijklmnopqrstuvwxyz0123456789 and <private>a plum</private> for the jam",
  );
  home.write("outside.md", "the jam recipe");
  Deno.mkdirSync(`${home.project}/.claude/scratchpad/b`);
  Deno.symlinkSync(`${home.root}/outside.md`, `${home.project}/.claude/scratchpad/b/2026-03-01.md`);
  assertEquals(await agentsFound(home, "jam"), ["a"]);
  assertEquals(home.rows("select text from scratchpads"), [{
    text: "the key [redacted:github-token] and  for the jam",
  }]);
});

Deno.test("the scratchpads of a project that is excluded or paused are not read", async () => {
  using home = new TestHome();
  note(home, "a", "about apples");
  home.write("data/config.yaml", `privacy: { exclude_projects: ["${home.project}"] }\n`);
  assertEquals(await search(home, "apples"), []);
  home.write("data/config.yaml", "{}\n");
  await home.mneme(["pause", "--project"]);
  assertEquals(await search(home, "apples"), []);
  await home.mneme(["unpause", "--project"]);
  assertEquals(await agentsFound(home, "apples"), ["a"]);
});

Deno.test("processing reads the scratchpads of the projects that sessions were in", async () => {
  using home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  note(home, "reviewer", "the upload test is flaky");
  assertMatch((await home.mneme(["process"])).stdout, /^Read 1 scratchpad anew$/m);
  assertEquals(home.rows("select project, agent, day from scratchpads"), [{
    project: Deno.realPathSync(home.project),
    agent: "reviewer",
    day: "2026-03-01",
  }]);
});
