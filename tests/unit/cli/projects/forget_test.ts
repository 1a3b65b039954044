import { projectsCommand } from "../../../../src/cli/projects/projects_command.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { below } from "../../../../src/base/slashes.ts";

Deno.test("projects forget names the copies of the database that may still tell of it", async () => {
  using home = new CliHome();
  const { backups } = home.paths;
  const [session, at] = [home.session("session-1"), "2026-03-01T10:00:00.000Z"];
  home.keep({ kind: "prompt-submitted", session, at, promptId: "p1", text: "Where do they live?" });
  Deno.mkdirSync(backups, { recursive: true });
  Deno.copyFileSync(home.paths.database, `${backups}/before.db`);
  const { stdout, stderr } = await home.run(projectsCommand(), ["forget", home.project, "--yes", "--json"]);
  assertEquals([JSON.parse(stdout).sessions, home.rows("select * from sessions")], [1, []]);
  const copy = below(backups, "before.db");
  assertEquals(stderr, `Copies of the database from before may still hold it: ${copy}\n`);
});
