import { below } from "../../../../src/base/slashes.ts";
import { UserError } from "../../../../src/base/user_error.ts";
import { compileConfig } from "../../../../src/cli/config/compile.ts";
import { projectsCommand } from "../../../../src/cli/projects_command.ts";
import { saveMemory } from "../../../../src/store/save_memory.ts";
import { noteOpened } from "../../../../src/store/tellings.ts";
import { placesAwayFrom, sendAway } from "../../../../src/store/not_here.ts";
import { readCachedConfig } from "../../../../src/machine/config_cache.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { draft } from "../../store/memory_store.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { isWindows } from "../../../_support/windows.ts";

function run(home: CliHome, ...args: string[]) {
  return home.run(projectsCommand(), ["exclude", ...args]);
}

/** What is said, on whichever stream. */
async function saidBy(home: CliHome, ...args: string[]): Promise<string> {
  const { stdout, error } = await run(home, ...args);
  return error instanceof UserError ? `${stdout}${error.message}; ${error.hint}` : stdout;
}

function write(home: CliHome, list: string): void {
  Deno.mkdirSync(home.paths.root, { recursive: true });
  Deno.writeTextFileSync(home.paths.configFile, `privacy: { exclude_projects: ${list} }\n`);
}

function readConfig(home: CliHome): string {
  return Deno.readTextFileSync(home.paths.configFile);
}

const NONE = isWindows ? "C:\\zzz" : "/zzz";

Deno.test("projects exclude and its undo change one entry and leave the others, wrong ones too", async () => {
  using home = new CliHome();
  write(home, "[/x, invoices]");
  assertMatch(
    await saidBy(home, home.project),
    /^Excluded .*: nothing is captured or brought back there; .*\nRemove that: /,
  );
  const excluded = `privacy: { exclude_projects: [ /x, invoices, ${home.project} ] }\n`;
  assertEquals(readConfig(home), excluded);
  assertEquals(
    await saidBy(home, home.project),
    `${home.project} is excluded already; nothing was changed\n`,
  );
  assertEquals(readConfig(home), excluded);
  assertMatch(
    await saidBy(home, "--undo", home.project),
    /^Cannot capture .* again: ".*" in the last good config.yaml excludes it; run `mneme config check`$/,
  );
  assertEquals(readConfig(home), "privacy: { exclude_projects: [ /x, invoices ] }\n");
  write(home, "[/x]");
  await run(home, home.project);
  assertEquals(
    await saidBy(home, "--undo", home.project),
    `Took ${home.project} out of privacy.exclude_projects: it is captured again\n`,
  );
  assertEquals(readConfig(home), "privacy: { exclude_projects: [ /x ] }\n");
});

Deno.test("projects exclude takes a quoted ~, and knows an entry that is written with one", async () => {
  using home = new CliHome();
  const folder = below(home.root, "home/invoices");
  await run(home, "~/invoices");
  assert(readConfig(home).includes(`exclude_projects: [ ${folder} ]`));
  write(home, "[~/invoices]");
  assertEquals(await saidBy(home, folder), `${folder} is excluded already; nothing was changed\n`);
  assertEquals(
    await saidBy(home, "--undo", "~/invoices"),
    `Took ${folder} out of privacy.exclude_projects: it is captured again\n`,
  );
  assertEquals(readConfig(home), "privacy: { exclude_projects: [] }\n");
});

Deno.test("projects exclude --undo writes nothing where there is nothing to undo", async () => {
  using home = new CliHome();
  assertEquals(await saidBy(home, "--undo", NONE), `${NONE} is not excluded; nothing was changed\n`);
  assertEquals([...Deno.readDirSync(home.paths.root)].some(({ name }) => name === "config.yaml"), false);
  const { stdout } = await run(home, "--undo", NONE, "--json");
  assertEquals(JSON.parse(stdout), { project: NONE, excluded: false, changed: false });
});

Deno.test("projects exclude --undo says what else excludes the project", async () => {
  using home = new CliHome();
  const { project } = home;
  for (const entry of ["*", home.root, `${home.root}/*`]) {
    write(home, JSON.stringify([entry]));
    const before = readConfig(home);
    assertEquals(
      await saidBy(home, "--undo", project),
      `Cannot capture ${project} again: "${entry}" in config.yaml excludes it; ` +
        "run `mneme config unset privacy.exclude_projects`",
    );
    assertEquals(readConfig(home), before);
  }
  write(home, JSON.stringify([project, "*"]));
  const { stdout, error } = await run(home, "--undo", project, "--json");
  assertEquals(JSON.parse(stdout), { project, excluded: true, changed: true });
  assertEquals(error?.message, `Cannot capture ${project} again: "*" in config.yaml excludes it`);
});

Deno.test("projects exclude --undo does not claim what a repository's own file forbids", async () => {
  using home = new CliHome();
  Deno.mkdirSync(`${home.project}/.claude`);
  Deno.writeTextFileSync(`${home.project}/.claude/mneme.yaml`, 'privacy: { exclude_projects: ["*"] }\n');
  assertMatch(
    await saidBy(home, "--undo", home.project),
    / in .claude\/mneme.yaml excludes it; run `mneme config unset privacy.exclude_projects --project`$/,
  );
  assert(!Deno.readTextFileSync(`${home.project}/.claude/mneme.yaml`).includes("[]"));
});

Deno.test("projects exclude leaves a setting that is no list", async () => {
  using home = new CliHome();
  write(home, "/invoices");
  assertMatch(
    await saidBy(home, home.project),
    /^Cannot change privacy.exclude_projects in .*: it is not a list; /,
  );
  assertEquals(readConfig(home), "privacy: { exclude_projects: /invoices }\n");
});

Deno.test("projects exclude is compiled for the hooks", async () => {
  using home = new CliHome();
  compileConfig(home.paths, home.project);
  await run(home, home.project);
  const excluded = readCachedConfig(home.paths, home.project)?.settings.privacy.exclude_projects;
  assertEquals(excluded, [home.project]);
});

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

Deno.test("projects merge takes along what is not to be told there, and projects forget removes it", async () => {
  using home = homeWithFiles();
  const renamed = below(home.root, "renamed");
  Deno.mkdirSync(renamed);
  home.withStore((store) => {
    sendAway(store, "m1", home.project);
    for (const project of [home.project, renamed]) sendAway(store, "m2", project);
  });
  const places = () => home.withStore((store) => ["m1", "m2"].map((item) => placesAwayFrom(store, item)));
  await home.run(projectsCommand(), ["merge", home.project, renamed]);
  assertEquals(places(), [[renamed], [renamed]]);
  await home.run(projectsCommand(), ["forget", renamed, "--yes"]);
  assertEquals(places(), [[], []]);
});

Deno.test("projects forget leaves no record of what was opened in it, nor of what of it was opened elsewhere", async () => {
  using home = homeWithFiles();
  home.withStore((store) => {
    const { row } = saveMemory(store, draft("Use pnpm for installs", { project: home.project }), AT);
    noteOpened(store, { sessionId: "session-1" }, ["v1"], AT);
    noteOpened(store, { sessionId: "elsewhere" }, [`m${row}`, "v2"], AT);
  });
  await home.run(projectsCommand(), ["forget", home.project, "--yes"]);
  assertEquals(home.rows("select item from openings"), [{ item: "v2" }]);
});

Deno.test("projects forget and merge take a quoted ~, also of a folder that is gone", async () => {
  using home = new CliHome();
  const project = below(home.root, "home/gone");
  const session = home.session("session-1", project);
  home.keep({ kind: "prompt-submitted", session, at: AT, promptId: "p1", text: "Where do they live?" });
  const { error } = await home.run(projectsCommand(), ["forget", "~/gone"]);
  assertMatch(String(error), /Cannot forget .*gone unasked: it has 1 session, 1 prompt/);
  await home.print(projectsCommand(), "merge", "~/gone", home.project);
  assertEquals(home.rows("select project from sessions"), [{ project: home.project }]);
});
