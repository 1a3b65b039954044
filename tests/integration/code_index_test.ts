import { fileURLToPath } from "node:url";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { processWith } from "../_support/wait.ts";
import { TestHome } from "../_support/test_home.ts";

const CART =
  "/** Adds up the prices of a basket. */\nexport function sumOfBasket(prices: number[]): number {\n  return 0;\n}\n";

/** A home with a project of one file in each language. */
function homeWithCode(): TestHome {
  const home = new TestHome();
  const fixtures = fileURLToPath(new URL("../fixtures/code/", import.meta.url));
  for (const { name: language } of Deno.readDirSync(fixtures)) {
    for (const { name } of Deno.readDirSync(fixtures + language)) {
      if (name !== "expected.json") {
        home.write(`project/${language}/${name}`, Deno.readFileSync(`${fixtures}${language}/${name}`));
      }
    }
  }
  home.write("project/src/basket.ts", CART);
  return home;
}

Deno.test("mneme index reads every language with the grammars that it holds, and search finds the code", async () => {
  using home = homeWithCode();
  const run = await home.mneme(["index", "--json"]);
  assertEquals([run.code, run.stderr], [0, ""]);
  const { files, units, changed, removed, failed, project } = JSON.parse(run.stdout);
  assertEquals({ files, changed, removed, failed, project }, {
    files: 13,
    changed: 13,
    removed: 0,
    failed: 0,
    project: home.project,
  });
  assertEquals(home.rows("select count(*) as units from code_units"), [{ units }]);
  assertEquals(home.rows("select count(distinct path) as paths from code_units"), [{ paths: 13 }]);

  const found = await home.mneme(["search", "sum of basket", "--json"]);
  const [hit] = JSON.parse(found.stdout);
  assertEquals(hit.type, "code");
  assertMatch(hit.title, /^sumOfBasket\b/);
  assertMatch(hit.id, /^c\d+$/);
});

Deno.test("mneme index says in words what it has done, and a second time that nothing had changed", async () => {
  using home = new TestHome();
  home.write("project/src/basket.ts", CART);
  const first = await home.mneme(["index", home.project]);
  assertMatch(
    first.stdout,
    /\/project: 1 unit of code in 1 file\nRead 1 file that had changed, forgot 0, in [\d.]+ s\n$/,
  );
  const second = await home.mneme(["index"]);
  assertMatch(second.stdout, /Read 0 files that had changed/);
  const fresh = await home.mneme(["index", "--fresh"]);
  assertMatch(fresh.stdout, /Read 1 file that had changed/);
  assertEquals([first.code, second.code, fresh.code], [0, 0, 0]);
});

Deno.test("a linked worktree's code is indexed in its main working tree", async () => {
  using home = new TestHome();
  home.write("project/.git/worktrees/two/commondir", "../..\n");
  home.write("project/a.ts", "export function inMain() {}\n");
  home.write("two/.git", `gitdir: ${home.project}/.git/worktrees/two\n`);
  home.write("two/a.ts", "export function inTwo() {}\n");
  await home.mneme(["index", `${home.root}/two`]);
  assertEquals(home.rows("select project, name from code_units"), [{
    project: home.project,
    name: "inMain",
  }]);
});

Deno.test("mneme index refuses in one line what it may not keep", async () => {
  using home = new TestHome();
  home.write("project/a.ts", CART);
  const excluded = `privacy: { exclude_projects: ["${home.project}"] }\n`;
  const cases: readonly (readonly [what: string, prepare: () => unknown, args: string[], message: RegExp])[] =
    [
      [
        "a folder that is not there",
        () => {},
        [`${home.root}/none`],
        /^mneme: Cannot index .*none: it is no folder that can be read; .*\n$/,
      ],
      [
        "a home folder",
        () => {},
        [home.home],
        /^mneme: Cannot index .*home: it is no project's folder; .*\n$/,
      ],
      [
        "a paused project",
        () => home.mneme(["pause", "--project"]),
        [],
        /^mneme: Cannot index .*: mneme is paused there; .*\n$/,
      ],
      [
        "an excluded project",
        async () => {
          await home.mneme(["unpause"]);
          home.write("data/config.yaml", excluded);
        },
        [],
        /^mneme: Cannot index .*: privacy.exclude_projects names it; .*\n$/,
      ],
    ];
  for (const [what, prepare, args, message] of cases) {
    await prepare();
    const run = await home.mneme(["index", ...args]);
    assertEquals([run.code, run.stdout], [1, ""], what);
    assertMatch(run.stderr, message);
  }
});

Deno.test("mneme index, killed again and again, goes on where it was, while hooks capture beside it", async () => {
  using home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  for (let file = 0; file < 200; file++) {
    const functions = Array.from(
      { length: 40 },
      (_, i) => `/** Number ${i}. */\nexport function f${file}_${i}(x: number) { return x; }\n`,
    );
    home.write(`project/src/f${file}.ts`, functions.join("\n"));
  }
  const old = new Date(Date.now() - 60_000);
  for (let file = 0; file < 200; file++) Deno.utimeSync(`${home.project}/src/f${file}.ts`, old, old);
  let known = 0;
  for (const killAfterMs of [400, 800, 1200]) {
    const capture = (i: number) =>
      home.hook(
        "post-tool-use",
        home.payload("PostToolUse", {
          tool_name: "Read",
          tool_use_id: `toolu_${killAfterMs}_${i}`,
          tool_input: { file_path: `${home.project}/src/f${i}.ts` },
          tool_response: {},
        }),
      );
    const [, ...captures] = await Promise.all([
      home.mneme(["index"], { killAfterMs }),
      ...Array.from({ length: 5 }, (_, i) => capture(i)),
    ]);
    assertEquals(captures.map(({ code }) => code), [0, 0, 0, 0, 0]);
    const [row] = home.rows("select count(*) as files from code_files");
    assert(Number(row?.files) >= known);
    known = Number(row?.files);
  }
  const last = JSON.parse((await home.mneme(["index", "--json"])).stdout);
  assertEquals([last.files, last.units, last.changed], [200, 8_000, 200 - known]);
  assertEquals(home.rows("select count(*) as items from search_items where kind = 'code'"), [{
    items: 8_000,
  }]);
  await home.mneme(["process"]);
  assertEquals(home.rows("select count(*) as captures from pending_queue"), [{ captures: 15 }]);
  assert(!processWith(`MNEME_HOME=${home.data}`));
});

Deno.test("mneme process refreshes what a session has written, in a project that is indexed and in no other", async () => {
  using home = new TestHome();
  home.write("project/src/basket.ts", CART);
  home.write("other/src/basket.ts", CART);
  const other = `${home.root}/other`;
  const write = async (project: string, id: string) => {
    const file = `${project}/src/basket.ts`;
    Deno.writeTextFileSync(file, "export function written() {}\n");
    const call = { session_id: id, tool_name: "Write", tool_use_id: id, tool_input: { file_path: file } };
    const env = { CLAUDE_PROJECT_DIR: project };
    await home.hook("post-tool-use", home.payload("PostToolUse", { ...call, tool_response: {} }), { env });
  };
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  await home.mneme(["index"]);
  await write(home.project, "one");
  await write(other, "two");
  assertEquals(JSON.parse((await home.mneme(["process", "--json"])).stdout).code_files, 1);
  assertEquals(home.rows("select project, name from code_units"), [{
    project: home.project,
    name: "written",
  }]);
  assertEquals(home.rows("select count(*) as items from search_items where kind = 'code'"), [{ items: 1 }]);
});
