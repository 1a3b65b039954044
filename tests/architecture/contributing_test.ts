// Makes in a copy of the project each change that docs/contributing.md describes, in as few files as it promises, and
// asks the copy whether it knows the new thing.
import { assert, assertEquals } from "../_support/assert.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { readSource } from "./module_graph.ts";

/** What is put before or after a text that stands in a file, or a new file. */
type Edit =
  | { readonly file: string; readonly after: string; readonly text: string }
  | { readonly file: string; readonly whole: string };

interface Change {
  readonly page: string;
  readonly most: number;
  readonly edits: readonly Edit[];
  /** A module whose last expression is printed, and what it prints. */
  readonly asks: string;
  readonly answer: string;
}

const CHANGES: readonly Change[] = [
  {
    page: "Add a secret's shape",
    most: 2, // the second is written by `deno task keywords`
    edits: [{
      file: "src/privacy/rules/tokens.json",
      after: '"generated": [\n',
      text: '["shipit-token", "shipit_"],\n',
    }],
    asks: `import { redactSecrets } from "./src/privacy/redaction.ts";
console.log(redactSecrets("see shipit_" + "lm7tOtHWnsCGRlrwZbqcabUGJmGEp7CgQ0PB here"));`,
    answer: "see [redacted:shipit-token] here",
  },
  {
    page: "Add a test runner",
    most: 2,
    edits: [
      {
        file: "src/outcome/runners.json",
        after: '"commands": [\n',
        text: '"tests shipit: shipit, shipit run|watch",\n',
      },
      {
        file: "src/outcome/formats.json",
        after: '"python": [\n',
        text: `{
  "name": "shipit",
  "signs": ["shipit: "],
  "counts": "^shipit: (.*)$",
  "cases": { "shipit: 3 passed": "pass 3/0", "shipit: 1 failed, 2 passed": "fail 2/1" }
},
`,
      },
    ],
    asks: `import { detectOutcome } from "./src/outcome/judge.ts";
const found = detectOutcome({
  command: "shipit run", output: "shipit: 1 failed, 2 passed", exitCode: 1, state: "ended", matchers: [] });
console.log(found.kind, found.result, found.passed, found.failed);`,
    answer: "tests fail 2 1",
  },
  {
    page: "Add a command",
    most: 2,
    edits: [
      {
        file: "src/cli/greet_command.ts",
        whole: `import { Command } from "commander";
import { printLine } from "./frame/output.ts";

/** \`mneme greet\`: says hello. */
export function greetCommand(): Command {
  return new Command("greet").action(() => printLine("Hello"));
}
`,
      },
      {
        file: "src/cli/program.ts",
        after: "export const COMMANDS: Readonly<Record<string, CommandRow>> = {\n",
        text: `  greet: {
    summary: "Say hello",
    load: async () => (await import("./greet_command.ts")).greetCommand(),
  },
`,
      },
    ],
    asks: `import { COMMANDS } from "./src/cli/program.ts";
await (await COMMANDS.greet.load()).parseAsync([], { from: "user" });`,
    answer: "Hello",
  },
  {
    page: "Add a setting",
    most: 2,
    edits: [
      { file: "src/base/settings.ts", after: "on_failure: true,", text: " on_greeting: true," },
      {
        file: "src/cli/config/settings_table.ts",
        after:
          `"hooks.recall.on_failure": flag("After a failure, mneme prints what is known about the failure."),`,
        text: `\n  "hooks.recall.on_greeting": flag("Bring back what is known when somebody says hello."),`,
      },
    ],
    asks: `import { SETTINGS } from "./src/cli/config/settings_table.ts";
import { DEFAULT_SETTINGS } from "./src/base/settings.ts";
console.log(DEFAULT_SETTINGS.hooks.recall.on_greeting, SETTINGS["hooks.recall.on_greeting"].doc);`,
    answer: "true Bring back what is known when somebody says hello.",
  },
  {
    page: "Add a language's cues",
    most: 1,
    edits: [
      { file: "src/triage/cues/english.json", after: '"ruled": "always|', text: "by house law|" },
      {
        file: "src/triage/cues/english.json",
        after: '"ruled": "Always use pnpm here.',
        text: " We indent with tabs by house law.",
      },
    ],
    asks: `import { readMessage, says } from "./src/triage/reading.ts";
const { passages: [passage] } = readMessage({ role: "user", text: "We indent with tabs by house law." });
console.log(says(passage, "ruled"));`,
    answer: "true",
  },
  {
    page: "Add a hook",
    most: 8,
    edits: [
      {
        file: "src/base/hook_names.ts",
        after: "export const HOOKS = [",
        text: `
  { name: "greeting", events: ["Greeting"], setting: "greeting", p95Ms: 100 },`,
      },
      { file: "src/base/settings.ts", after: "pre_compact: QUICK_HOOK,", text: " greeting: QUICK_HOOK," },
      {
        file: "src/cli/config/settings_table.ts",
        after: `...hookRows("pre_compact", "mneme records compactions"),`,
        text: `\n  ...hookRows("greeting", "Greet"),`,
      },
      {
        file: "src/hook/greeting.ts",
        whole: `import { type CommonFields, decodeCommon } from "../wire/fields.ts";
import type { HookDefinition } from "./context.ts";

export const GREETING: HookDefinition<CommonFields> = {
  name: "greeting",
  decode: decodeCommon,
  handle: (_event, context) => {
    context.record([], { name: "greeting", subject: null });
    return undefined;
  },
};
`,
      },
      {
        file: "hooks/greeting.ts",
        whole: `import { GREETING } from "../src/hook/greeting.ts";
import { runHook } from "../src/hook/run.ts";

Deno.exit(await runHook(GREETING));
`,
      },
      {
        file: "src/build/executables.ts",
        after: `  hook("pre-compact", "marks the compaction in the store"),`,
        text: `
  hook("greeting", "greets"),`,
      },
    ],
    asks: `import { EXECUTABLES } from "./src/build/executables.ts";
import { GREETING } from "./src/hook/greeting.ts";
console.log(EXECUTABLES.some(({ name }) => name === GREETING.name));`,
    answer: "true",
  },
];

const MOST_LINES = 12;

for (const { page, most, edits } of CHANGES) {
  Deno.test(`contributing.md: "${page}" takes a few lines, and at most ${most} files`, () => {
    const [, section = ""] = readSource("docs/contributing.md").split(`\n## ${page}\n`);
    const lines = section.split("\n## ")[0]!.trim().split("\n");
    assert(section !== "" && lines.length <= MOST_LINES, `${lines.length} lines`);
    assert(new Set(edits.map(({ file }) => file)).size <= most);
    for (const { file } of edits) {
      const folder = file.slice(0, file.lastIndexOf("/"));
      assert(section.includes(file) || section.includes(folder), `the page does not name ${file}`);
    }
  });
}

Deno.test("each change of contributing.md works in a copy of the project", async () => {
  const copy = await Deno.makeTempDir({ prefix: "mneme-contributing-" });
  try {
    await Deno.mkdir(`${copy}/tests`);
    for (const name of ["src", "hooks", "tests/privacy", "deno.json", "deno.lock"]) {
      await copyInto(copy, name);
    }
    for (const edit of CHANGES.flatMap(({ edits }) => edits)) await make(copy, edit);
    await deno(copy, "run", "-A", "--no-check", "tests/privacy/write_keywords.ts"); // of `deno task keywords`
    await deno(copy, "check", "--quiet", "hooks", "src/build/main.ts", "src/cli/main.ts");
    for (const { page, asks, answer } of CHANGES) {
      await Deno.writeTextFile(`${copy}/asks.ts`, asks);
      assertEquals([page, await deno(copy, "run", "-A", "--no-check", "asks.ts")], [page, answer]);
    }
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
});

async function copyInto(copy: string, name: string): Promise<void> {
  const from = `${PROJECT_ROOT}/${name}`;
  if ((await Deno.stat(from)).isFile) return await Deno.copyFile(from, `${copy}/${name}`);
  await Deno.mkdir(`${copy}/${name}`);
  for await (const entry of Deno.readDir(from)) await copyInto(copy, `${name}/${entry.name}`);
}

async function make(copy: string, edit: Edit): Promise<void> {
  const path = `${copy}/${edit.file}`;
  if ("whole" in edit) return await Deno.writeTextFile(path, edit.whole);
  const before = await Deno.readTextFile(path);
  assertEquals([edit.file, before.split(edit.after).length], [edit.file, 2]);
  await Deno.writeTextFile(path, before.replace(edit.after, () => edit.after + edit.text));
}

async function deno(cwd: string, ...args: readonly string[]): Promise<string> {
  const run = await new Deno.Command(Deno.execPath(), { args: [...args], cwd, env: { NO_COLOR: "1" } })
    .output();
  const [out, error] = [run.stdout, run.stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
  assert(run.success, error || out || args.join(" "));
  return out ?? "";
}
