import { DatabaseSync } from "node:sqlite";
import type { Command } from "commander";
import { backupCommand, restoreCommand } from "../../../../src/cli/backup/backup_command.ts";
import { memoryCommand } from "../../../../src/cli/memory/memory_command.ts";
import { writeSnapshotFile } from "../../../../src/cli/copies/daily_backup.ts";
import type { UserError } from "../../../../src/base/user_error.ts";
import { removeQuietly } from "../../../../src/machine/files.ts";
import { ghapIndexFile } from "../../../../src/machine/ghap_index.ts";
import type { Paths } from "../../../../src/machine/paths.ts";
import { assert, assertEquals, assertMatch, assertRejects } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { toolCaptured } from "../../../_support/tool_captured.ts";
import { CliHome, test } from "../../../_support/cli_home.ts";
import { below } from "../../../../src/base/slashes.ts";

Deno.test("mneme backup makes no folder outside of the data folder", async () => {
  using home = new CliHome();
  const [folder, file] = [below(home.root, "nope"), below(home.root, "nope/x.db")];
  const { error } = await home.run(backupCommand(), [file]);
  assertEquals(error?.message, `Cannot write ${file}: there is no folder ${folder}`);
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

Deno.test("writeSnapshotFile() does not wait without end for a database that another program has locked", async () => {
  using home = new CliHome();
  home.prepare();
  using other = new DatabaseSync(home.paths.database);
  other.exec("pragma locking_mode=exclusive; begin immediate; insert into drained_spool values ('a', 'b')");
  const path = `${home.paths.backups}/x.db`;
  await assertRejects(() => writeSnapshotFile(home.paths.database, path), /database is locked/);
  assertEquals([...Deno.readDirSync(home.paths.backups)], []);
});

Deno.test("mneme backup says in one line what is damaged", async () => {
  using home = new CliHome();
  home.prepare();
  const bytes = Deno.readFileSync(home.paths.database);
  Deno.writeFileSync(home.paths.database, bytes.fill(0x55, 2 * 4096, 27 * 4096));
  const { error } = await home.run(backupCommand(), []);
  assertMatch(error?.message ?? "", /^Cannot write .*\.db: the database is damaged: Tree .*$/);
});

const RULE = "Use pnpm for all installs here.";

async function run(home: CliHome, command: Command, args: readonly string[], env = {}): Promise<unknown> {
  const { error, stdout } = await home.run(command, [...args, "--json"], env);
  assertEquals(error, undefined);
  return JSON.parse(stdout);
}

/** A command of `mneme memory`, behind the folder in which it is typed. */
type Typed = [folder: string, ...args: string[]];

async function type(home: CliHome, lines: readonly Typed[]): Promise<void> {
  for (const [folder, ...args] of lines) {
    Deno.mkdirSync(`${home.root}/${folder}`, { recursive: true });
    await run(home, memoryCommand(), args, { CLAUDE_PROJECT_DIR: below(home.root, folder) });
  }
}

/** Makes a backup between the two parts, and restores it twice. */
async function restoreBetween(
  home: CliHome,
  before: readonly Typed[],
  since: readonly Typed[],
): Promise<void> {
  home.prepare();
  await type(home, before);
  await run(home, backupCommand(), [`${home.root}/b.db`]);
  await type(home, since);
  for (const _ of [1, 2]) await run(home, restoreCommand(), [`${home.root}/b.db`]);
}

type Forgotten = [what: string, before: Typed[], since: Typed[], ids: number[]];

for (const [what, before, since, ids] of casesOf<Forgotten>(import.meta.filename)) {
  test(`mneme restore forgets again what was forgotten since, and nothing else: ${what}`, async (home) => {
    await restoreBetween(home, before, since);
    const active = home.rows("select id from memories where status = 'active'");
    assertEquals(active.map(({ id }) => id), ids);
  });
}

function say(home: CliHome): void {
  const place = { session: home.session("work"), at: "2026-03-01T10:00:00.000Z" };
  const payload = JSON.stringify({ tool_input: { command: `echo "${RULE}"` } });
  home.keep(
    ...[RULE, "Add a page for invoices"].map((text, i) =>
      ({ kind: "prompt-submitted", ...place, promptId: `p${i}`, text }) as const
    ),
    toolCaptured({ ...place, toolUseId: "t1", toolName: "Bash", promptId: "p0", payload }),
  );
  home.withStore((store) =>
    store.run("update sessions set title = ?, summary = ?", RULE, `- Asked: ${RULE}`)
  );
}

type Cleared = [what: string, before: Typed[], since: Typed[]];

for (const [what, before, since] of casesOf<Cleared>(import.meta.filename, "_sources")) {
  test(`mneme restore clears again the sources that were cleared since, and nothing else: ${what}`, async (home) => {
    say(home);
    await restoreBetween(home, before, since);
    const texts = "select text from prompts union all select payload from pending_queue " +
      "union all select title || summary from sessions";
    const invoices = "Add a page for invoices";
    const cleared = ["[forgotten]", invoices, '{"forgotten":true}', `${invoices}- Asked: ${invoices}`];
    assertEquals(home.rows<{ text: string }>(texts).map(({ text }) => text), cleared);
    const known = await run(home, memoryCommand(), ["forget", "m1"]).catch(() => [{ left: { sources: [] } }]);
    assertEquals((known as { left: { sources: unknown } }[])[0]?.left.sources, []);
  });
}

/** Restores where a folder takes the place of a file; returns the error and the number of memories there are then. */
async function hinderedRestore(taken: (paths: Paths) => string) {
  using home = new CliHome();
  await type(home, [["project", "add", RULE, "--category", "DECISION"]]);
  await run(home, backupCommand(), [`${home.root}/b.db`]);
  await run(home, memoryCommand(), ["add", "Deploys wait for Monday", "--category", "DECISION"]);
  removeQuietly(taken(home.paths));
  Deno.mkdirSync(`${taken(home.paths)}/kept`, { recursive: true });
  const { error } = await home.run(restoreCommand(), [`${home.root}/b.db`]);
  const { message, hint } = error as UserError;
  return { text: `${message}; ${hint}`, memories: home.count("memories") };
}

Deno.test("mneme restore says that nothing was restored only where that is so", async () => {
  const hindered = await hinderedRestore(({ backups }) => `${backups}/restoring.${Deno.pid}.tmp`);
  assertMatch(hindered.text, /^Cannot restore .*b\.db: .*; nothing was restored/);
  assertEquals(hindered.memories, 2);
  const { text, memories } = await hinderedRestore(ghapIndexFile);
  assertMatch(text, /^Cannot tidy up after .*b\.db was restored: .*; run `mneme process`; .*before-restore/);
  assertEquals(memories, 1);
});
