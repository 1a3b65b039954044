import { DatabaseSync } from "node:sqlite";
import type { Command } from "commander";
import { backupCommand, restoreCommand } from "../../../../src/cli/backup/backup_command.ts";
import { memoryCommand } from "../../../../src/cli/memory/memory_command.ts";
import { writeSnapshotFile } from "../../../../src/cli/keeping/daily_backup.ts";
import type { UserError } from "../../../../src/base/user_error.ts";
import { removeQuietly } from "../../../../src/machine/files.ts";
import { ghapIndexFile } from "../../../../src/machine/ghap_index.ts";
import type { Paths } from "../../../../src/machine/paths.ts";
import { assert, assertEquals, assertMatch, assertRejects } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { below } from "../../../../src/base/slashes.ts";

Deno.test("mneme backup makes no folder outside of the data folder", async () => {
  using home = new CliHome();
  const { error } = await home.run(backupCommand(), [below(home.root, "nope/x.db")]);
  assertEquals(
    error?.message,
    `Cannot write ${below(home.root, "nope/x.db")}: there is no folder ${below(home.root, "nope")}`,
  );
  assertEquals([...Deno.readDirSync(home.root)].map(({ name }) => name).sort(), ["home", "project"]);
  assertEquals((await home.run(backupCommand(), [`${home.paths.backups}/x.db`])).error, undefined);
  assert(Deno.statSync(`${home.paths.backups}/x.db`).isFile);
});

Deno.test("writeSnapshotFile() says what failed, and not that its unfinished copy could not be removed", async () => {
  using home = new CliHome();
  home.prepare();
  const path = `${home.paths.backups}/x.db`;
  const unfinished = `${path}.${Deno.pid}.tmp`;
  using held = new DisposableStack();
  const fail = () => {
    if (Deno.build.os === "windows") held.use(new DatabaseSync(unfinished)); // then nobody can remove it
    else {
      Deno.removeSync(unfinished);
      Deno.mkdirSync(`${unfinished}/kept`, { recursive: true });
    }
    throw new Error("the copy is of no use");
  };
  await assertRejects(() => writeSnapshotFile(home.paths.database, path, fail), /the copy is of no use/);
});

const RULE = "Use pnpm for all installs here.";

function add(home: CliHome, project = home.project): Promise<unknown> {
  Deno.mkdirSync(project, { recursive: true });
  return run(home, memoryCommand(), ["add", RULE, "--category", "DECISION"], { CLAUDE_PROJECT_DIR: project });
}

async function run(home: CliHome, command: Command, args: readonly string[], env = {}): Promise<unknown> {
  const { error, stdout } = await home.run(command, [...args, "--json"], env);
  assertEquals(error, undefined);
  return JSON.parse(stdout);
}

/** Makes a backup between the two parts; returns the ids of the memories that a restore of it brings back. */
async function restoredAfter(before: (home: CliHome) => unknown, since: (home: CliHome) => unknown) {
  using home = new CliHome();
  home.prepare();
  await before(home);
  await run(home, backupCommand(), [`${home.root}/b.db`]);
  await since(home);
  for (const _ of [1, 2]) await run(home, restoreCommand(), [`${home.root}/b.db`]);
  return home.rows<{ id: number }>("select id from memories where status = 'active'").map(({ id }) => id);
}

const none = () => {};
const both = async (home: CliHome) => {
  await add(home);
  await add(home, `${home.root}/other`);
};
const forget = (...ids: string[]) => (home: CliHome) => run(home, memoryCommand(), ["forget", ...ids]);
const inOrder = (...steps: ((home: CliHome) => unknown)[]) => async (home: CliHome) => {
  for (const step of steps) await step(home);
};
const sayByEdit = async (home: CliHome) => {
  await run(home, memoryCommand(), ["add", "Deploys wait for Monday", "--category", "DECISION"]);
  await forget("m1")(home);
  await run(home, memoryCommand(), ["edit", "m2", "--body", RULE]);
};

Deno.test("mneme restore forgets again what was forgotten since, and nothing else", async () => {
  const cases: readonly (readonly [what: string, ...Parameters<typeof restoredAfter>, number[]])[] = [
    ["elsewhere before the backup", inOrder(both, forget("m1")), none, [2]],
    ["before the backup and since", inOrder(both, forget("m1")), forget("m2"), []],
    ["in one of two places", both, forget("m1"), [2]],
    ["in both places", both, forget("m1", "m2"), []],
    ["and said again", both, inOrder(forget("m1"), (home) => add(home)), [1, 2]],
    ["and said again by an edit", (home) => add(home), sayByEdit, [1]],
  ];
  for (const [what, before, since, ids] of cases) assertEquals(await restoredAfter(before, since), ids, what);
});

Deno.test("mneme restore clears again the sources that were cleared since, and nothing else", async () => {
  const say = (home: CliHome) => {
    const session = home.session("work");
    const at = "2026-03-01T10:00:00.000Z";
    home.keep(
      ...[RULE, "Add a page for invoices"].map((text, i) =>
        ({ kind: "prompt-submitted", session, at, promptId: `p${i}`, text }) as const
      ),
      {
        kind: "tool-captured",
        session,
        at,
        toolUseId: "t1",
        toolName: "Bash",
        priority: "high",
        filesTouched: [],
        outcome: null,
        agentId: null,
        agentType: null,
        promptId: "p0",
        payload: JSON.stringify({ tool_input: { command: `echo "${RULE}"` } }),
      },
    );
    home.withStore((store) =>
      store.run("update sessions set title = ?, summary = ?", RULE, `- Asked: ${RULE}`)
    );
  };
  const clear = (home: CliHome) => run(home, memoryCommand(), ["forget", "m1", "--source"]);
  const add1 = (home: CliHome) => add(home);
  const cases = [
    ["with the memory", inOrder(say, add1), clear],
    ["after the memory", inOrder(say, add1, forget("m1")), clear],
    ["with a memory that was saved since", say, inOrder(add1, clear)],
  ] as const;
  for (const [what, before, since] of cases) {
    using home = new CliHome();
    home.prepare();
    await before(home);
    await run(home, backupCommand(), [`${home.root}/b.db`]);
    await since(home);
    for (const _ of [1, 2]) await run(home, restoreCommand(), [`${home.root}/b.db`]);
    const texts = "select text from prompts union all select payload from pending_queue " +
      "union all select title || summary from sessions";
    const [rule, other, payload, story] = home.rows<{ text: string }>(texts).map(({ text }) => text);
    assertEquals(
      [rule, other, payload],
      ["[forgotten]", "Add a page for invoices", '{"forgotten":true}'],
      what,
    );
    assertEquals(story, "Add a page for invoices- Asked: Add a page for invoices", what);
    const known = await run(home, memoryCommand(), ["forget", "m1"]).catch(() => [{ left: { sources: [] } }]);
    assertEquals((known as { left: { sources: unknown } }[])[0]?.left.sources, [], what);
  }
});

/** Restores where a folder takes the place of a file; returns the error and the number of memories there are then. */
async function hinderedRestore(taken: (paths: Paths) => string) {
  using home = new CliHome();
  await add(home);
  await run(home, backupCommand(), [`${home.root}/b.db`]);
  await run(home, memoryCommand(), ["add", "Deploys wait for Monday", "--category", "DECISION"]);
  removeQuietly(taken(home.paths));
  Deno.mkdirSync(`${taken(home.paths)}/kept`, { recursive: true });
  const { error } = await home.run(restoreCommand(), [`${home.root}/b.db`]);
  const { message, hint } = error as UserError;
  return { text: `${message}; ${hint}`, memories: home.count("memories") };
}

Deno.test("mneme restore says that nothing was restored only where that is so", async () => {
  for (
    const taken of [
      ({ backups }: Paths) => `${backups}/restoring.db`,
      ({ state }: Paths) => `${state}/pruned`,
    ]
  ) {
    const { text, memories } = await hinderedRestore(taken);
    assertMatch(text, /^Cannot restore .*b\.db: .*; nothing was restored/);
    assertEquals(memories, 2);
  }
  const { text, memories } = await hinderedRestore(ghapIndexFile);
  assertMatch(text, /^Cannot tidy up after .*b\.db was restored: .*; run `mneme process`; .*before-restore/);
  assertEquals(memories, 1);
});
