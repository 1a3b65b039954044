import { uninstallCommand } from "../../../../src/cli/install/install_command.ts";
import { isHomeOrRoot } from "../../../../src/cli/frame/is_there.ts";
import { Environment } from "../../../_support/with_environment.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { homeVariable } from "../../../../src/machine/paths.ts";
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

Deno.test("mneme uninstall --purge refuses a home folder and the root of a disk, however they are written", async () => {
  using home = new CliHome();
  const folder = `${home.root}/home`;
  for (const name of ["memory.db", "cache"]) Deno.writeTextFileSync(`${folder}/${name}`, "");
  Deno.symlinkSync(folder, `${home.root}/link`);
  const written = [
    [folder, folder],
    [`${folder}/`, folder],
    [folder, `${folder}/.`],
    [`${home.root}/project/../home`, folder],
    [folder, `${home.root}/link`],
    [`${home.root}/link/`, folder],
    [folder, "/."],
  ] as const;
  for (const [HOME, MNEME_HOME] of written) {
    const { error } = await home.run(uninstallCommand(), PURGE, { [homeVariable()]: HOME, MNEME_HOME });
    assertMatch(String(error), /Cannot purge: the data folder is /, `${HOME} ${MNEME_HOME}`);
    assert(Deno.statSync(`${folder}/cache`).isFile);
  }
});

Deno.test("isHomeOrRoot() is false for a project's folder, also for one that is not there", () => {
  using home = new CliHome();
  using _environment = new Environment(home.environment());
  const folders = [`${home.root}/home/.`, "/", home.project, `${home.root}/none`];
  assertEquals(folders.map(isHomeOrRoot), [true, true, false, false]);
});
