import { projectsCommand } from "../../../../src/cli/projects_command.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { below } from "../../../../src/base/slashes.ts";

const AT = "2026-03-01T10:00:00.000Z";

/** A project, with files beside the database that tell of it and others that do not. */
function homeWithFiles(): CliHome {
  const home = new CliHome();
  const { backups, logFile, logs, spool } = home.paths;
  const session = home.session("session-1");
  home.keep({ kind: "prompt-submitted", session, at: AT, promptId: "p1", text: "Where do they live?" });
  for (const folder of [`${spool}/rejected`, logs, backups]) Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${backups}/before.db`, `\0${home.project}\0`);
  Deno.writeTextFileSync(`${spool}/rejected/1.jsonl`, JSON.stringify({ session }).slice(0, -3));
  Deno.writeTextFileSync(`${spool}/rejected/2.jsonl`, "{");
  Deno.writeTextFileSync(logFile, `${AT} data stop session-1 "Where do they live?"\n`);
  Deno.writeTextFileSync(`${logFile}.1`, `${AT} info stop session-2 "started by session-1"\n`);
  return home;
}

Deno.test("projects forget names the backups, rejected records and logs that still tell of it", async () => {
  using home = homeWithFiles();
  const { backups, logFile, spool } = home.paths;
  const { stdout } = await home.run(projectsCommand(), ["forget", home.project, "--yes"]);
  assertEquals(stdout.split("\n").slice(1), [
    `A backup still tells of it: ${below(backups, "before.db")}`,
    `A rejected record still tells of it: ${below(spool, "rejected/1.jsonl")}`,
    `A log still tells of it: ${logFile}`,
    "",
  ]);
});

Deno.test("projects forget --json keeps backups apart from the other files", async () => {
  using home = homeWithFiles();
  const { backups, logFile, spool } = home.paths;
  const { stdout } = await home.run(projectsCommand(), ["forget", home.project, "--yes", "--json"]);
  const { backups_left, files_left } = JSON.parse(stdout);
  assertEquals(backups_left, [below(backups, "before.db")]);
  assertEquals(files_left, [below(spool, "rejected/1.jsonl"), logFile]);
});
