import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { namesIn, TestHome } from "../_support/test_home.ts";
import { isWindows } from "../_support/windows.ts";

/** What changes something, and so waits for whoever holds the database. */
const WRITERS = [
  ["memory", "forget", "m1"],
  ["memory", "add", "Never deploy on Fridays", "--category", "DECISION"],
  ["prune", "--older-than", "1d"],
  ["vacuum"],
  ["restore", "../backup.db"],
  ["projects", "forget", ".", "--yes"],
  ["call", "save_memory", '{"category":"DECISION","body":"Never deploy on Fridays"}'],
];

const LOCKS = {
  "by a writer": { statements: "begin immediate", commands: WRITERS },
  "by a program that lets nobody read": {
    statements: "pragma locking_mode=exclusive; begin exclusive; update memories set title = title",
    commands: [...WRITERS, ["backup"], ["memory", "list"], ["stats"]],
  },
};

for (const [how, { statements, commands }] of Object.entries(LOCKS)) {
  Deno.test(`a database that is held ${how} is told in one line: what, why, what to do`, async () => {
    using home = new TestHome();
    await home.remember("Money is in cents");
    await home.mneme(["backup", `${home.root}/backup.db`]);
    {
      using held = new DatabaseSync(home.database);
      held.exec(statements);
      await Promise.all(commands.map(async (words) => {
        const { code, stdout, stderr } = await home.mneme(words);
        assertEquals([words, code, stdout], [words, 1, ""]);
        assertMatch(stderr, /^mneme: Cannot [^\n]+: database is locked; try again in a moment\n$/);
      }));
    }
    assertEquals(namesIn(home.root), ["backup.db", "data", "home", "project"]);
  });
}

const WRITE_A_FILE = [["view", "--out"], ["backup"]];

for (const words of WRITE_A_FILE) {
  Deno.test(`mneme ${words.join(" ")} says where it cannot write, and leaves nothing behind`, async () => {
    using home = new TestHome();
    await home.remember("Money is in cents");
    home.write("file", "");
    const { root } = home;
    const refused: readonly (readonly [path: string, told: RegExp])[] = [
      [`${root}/nope/x`, /: there is no folder [^;]*nope; make it first, or give another place$/],
      [`${root}/file/x`, /: there is no folder [^;]*file; make it first, or give another place$/],
      [`${root}/file`, /: it is there already; give another name$/],
      [root, /: (it is a folder|it is there already|Access is denied\.?); give another (name|place)$/],
      ["/proc/x", /: the system keeps files of its own there; give another place$/],
      ["C:/x", /: there is no folder [^;]*project\/C:; make it first, or give another place$/],
    ];
    for (const [path, told] of refused.filter(([path]) => !isWindows || path.startsWith(root))) {
      const { code, stderr } = await home.mneme([...words, path]);
      assertEquals([path, code, stderr.trimEnd().split("\n").length], [path, 1, 1]);
      assertMatch(stderr.trimEnd(), told);
      assertMatch(stderr, /^mneme: Cannot write (?!.*(os error|\.tmp))/);
    }
    assertEquals(namesIn(root), ["data", "file", "home", "project"]);
  });
}

Deno.test("mneme install without a home folder leaves a project's folders of agents alone", async () => {
  using home = new TestHome();
  Deno.mkdirSync(`${home.project}/.cursor`);
  const refusals = {
    cursor: "mneme: Cannot find the folder of cursor: HOME is not an absolute path",
    all: "mneme: Cannot find any agent: there is none of ",
  };
  for (const [client, message] of Object.entries(refusals)) {
    const run = await home.mneme(["install", "--client", client], { env: { HOME: "", PATH: home.root } });
    assert(run.code === 1 && run.stderr.startsWith(message), run.stdout + run.stderr);
    assertEquals([...Deno.readDirSync(`${home.project}/.cursor`)], []);
  }
});
