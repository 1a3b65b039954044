import { DatabaseSync } from "node:sqlite";
import { backupCommand } from "../../../../src/cli/backup/backup_command.ts";
import { writeSnapshotFile } from "../../../../src/cli/keeping/daily_backup.ts";
import { assert, assertEquals, assertRejects } from "../../../_support/assert.ts";
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
