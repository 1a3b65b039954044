import { HOOKS } from "../../src/base/hook_names.ts";
import { evaluateProject } from "../../src/cli/config/compile.ts";
import { readPauses, readPauseTimes } from "../../src/machine/pause.ts";
import { assertEquals } from "../_support/assert.ts";
import { CliHome } from "../_support/cli_home.ts";

const SETTINGS = HOOKS.flatMap(({ setting }) => [
  [`hooks.${setting}.enabled`, "false"],
  [`hooks.${setting}.timeout_ms`, "77"],
]);
const WRITERS = 3;
const NUMBERS = SETTINGS.map((_, i) => i);

/** Commands that change a part of one file, with what the file then says of all of them. */
const COMMANDS: readonly {
  readonly args: (i: number) => readonly string[];
  readonly found: (home: CliHome) => readonly string[];
  readonly wanted: readonly string[];
}[] = [
  {
    args: (i) => ["pause", "--session", `s-${i}`],
    found: ({ paths }) => readPauses(paths).map(({ key }) => key),
    wanted: NUMBERS.map((i) => `s-${i}`),
  },
  {
    args: (i) => ["pause", "--project", `/p-${i}`, "--for", "1h"],
    found: ({ paths }) => readPauseTimes(paths).map(({ key }) => key),
    wanted: NUMBERS.map((i) => `/p-${i}`),
  },
  {
    args: (i) => ["config", "set", ...SETTINGS[i]!],
    found: ({ paths, project }) => [...evaluateProject(paths, project).given.user.keys()],
    wanted: SETTINGS.map(([key]) => key!),
  },
  {
    args: (i) => ["projects", "exclude", `/p-${i}`],
    found: ({ paths, project }) => evaluateProject(paths, project).settings.privacy.exclude_projects,
    wanted: NUMBERS.map((i) => `/p-${i}`),
  },
];

/** Reads lists of arguments from the first argument, waits for a byte, and runs the commands. */
const WRITER = `
  const { run } = await import(${JSON.stringify(import.meta.resolve("../../src/cli/program.ts"))});
  Deno.stdin.readSync(new Uint8Array(1));
  for (const args of JSON.parse(Deno.args[0])) if (await run(args) !== 0) Deno.exit(1);`;

for (const { args, found, wanted } of COMMANDS) {
  Deno.test(`${args(0).slice(0, 2).join(" ")} loses nothing of the same command at the same moment`, async () => {
    using home = new CliHome();
    home.prepare();
    const groups = Object.values(Object.groupBy(NUMBERS, (i) => i % WRITERS)) as number[][];
    const writers = groups.map((group) =>
      new Deno.Command(Deno.execPath(), {
        args: ["eval", "--no-check", WRITER, JSON.stringify(group.map(args))],
        env: { MNEME_HOME: home.paths.root, CLAUDE_PROJECT_DIR: home.project, CLAUDE_CONFIG_DIR: home.root },
        stdin: "piped",
        stdout: "null",
      }).spawn()
    );
    for (const { stdin } of writers) await new Blob(["\n"]).stream().pipeTo(stdin);
    for (const writer of writers) assertEquals((await writer.status).code, 0);
    assertEquals(found(home).toSorted(), wanted.toSorted());
  });
}
