import { backupCommand } from "../../../../src/cli/keeping/backup_command.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";

Deno.test("mneme backup makes no folder outside of the data folder", async () => {
  using home = new CliHome();
  const { error } = await home.run(backupCommand(), [`${home.root}/nope/x.db`]);
  assertEquals(
    error?.message,
    `Cannot write ${home.root}/nope/x.db: there is no folder ${home.root}/nope`,
  );
  assertEquals([...Deno.readDirSync(home.root)].map(({ name }) => name).sort(), ["home", "project"]);
  assertEquals((await home.run(backupCommand(), [`${home.paths.backups}/x.db`])).error, undefined);
  assert(Deno.statSync(`${home.paths.backups}/x.db`).isFile);
});
