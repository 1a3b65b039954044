import { uninstallCommand } from "../../../../src/cli/install/install_command.ts";
import { assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";

const PURGE = ["--purge", "--yes"];

Deno.test("mneme uninstall --purge does not say that a folder is missing which it leaves alone", async () => {
  using home = new CliHome();
  Deno.mkdirSync(`${home.root}/wrong/cache`, { recursive: true });
  const { stdout } = await home.run(uninstallCommand(), PURGE, { MNEME_HOME: `${home.root}/wrong` });
  assertMatch(stdout, /\nDeleted:\n {2}nothing\n\S*wrong is not mneme's and stays\n/);
});

Deno.test("mneme uninstall --purge does not list as deleted what it could not delete", async () => {
  using home = new CliHome();
  home.prepare();
  const remove = Deno.removeSync;
  try {
    Deno.removeSync = (path, options) => {
      if (String(path).endsWith("data")) throw new Error("it is in use");
      remove(path, options);
    };
    const run = await home.run(uninstallCommand(), PURGE);
    assertMatch(run.stdout, /\nDeleted:\n {2}nothing\n/);
    assertMatch(String(run.error), /Cannot delete \S*data: it is in use/);
    const { stay } = JSON.parse((await home.run(uninstallCommand(), [...PURGE, "--json"])).stdout);
    assertMatch(String(stay), /^\S*data$/);
  } finally {
    Deno.removeSync = remove;
  }
});
