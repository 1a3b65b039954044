import { HOOK_REGISTRATIONS } from "../../../../src/base/hook_names.ts";
import { UserError } from "../../../../src/base/user_error.ts";
import { checkExecutables } from "../../../../src/cli/registration/own_folder.ts";
import type { StepReport } from "../../../../src/cli/registration/install_step.ts";
import { hookEntries } from "../../../../src/cli/registration/own_folder.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { errorOf, InstallFolder, test } from "./install_folder.ts";
import { assertMode, isWindows, onlyWith } from "../../../_support/windows.ts";

const modes = onlyWith("modes", InstallFolder);

const EVENTS = HOOK_REGISTRATIONS.map(({ event }) => event);
const FOREIGN =
  '{\n  "hooks": {\n    "Stop": [\n      {"matcher": "", "hooks": [{"type": "command", "command": "theirs"}]}\n' +
  '    ]\n  },\n  "model": "opus"\n}\n';

interface Refused {
  readonly name: string;
  readonly text: string;
  /** How many times the text stands in the file. */
  readonly times?: number;
  readonly line: number;
  readonly column: number;
  readonly why: string;
}

/** Where the file is kept as it was before. */
const backupOf = ({ lines }: StepReport): string => lines.join("\n").match(/is kept in (.*)/)?.[1] ?? "";

test("C10 install: a missing settings file is made, and removed again by uninstall", (folder) => {
  folder.step().install("apply");
  assertEquals(Object.keys(JSON.parse(folder.read()).hooks), EVENTS);
  folder.step().uninstall("apply");
  assertEquals(folder.names(`${folder.root}/.claude`), []);
});

test("C10 install: broken and misshapen settings are refused with file and line, and the file stays", (folder) => {
  for (const { name, text: part, times = 1, line, column, why } of casesOf<Refused>(import.meta.filename)) {
    const text = part.repeat(times);
    folder.write(text);
    for (const verb of ["install", "uninstall"] as const) {
      const error = errorOf(() => folder.step()[verb]("apply"));
      assert(error instanceof UserError && error.hint !== undefined, name);
      assert(error.message.startsWith(`Cannot edit ${folder.settings}:${line}:${column}: `), error.message);
      assertMatch(error.message, new RegExp(why));
      assertEquals(folder.read(), text);
    }
  }
  assertEquals(folder.names(folder.backups), []);
});

/** The text of the file, and what is done one after the other: a step, an edit as from and to, another text. */
type Changed = [what: string, steps: (string | [from: string, to: string])[], after: string, told: string];

for (const [what, steps, after, told] of casesOf<Changed>(import.meta.filename, "_changed")) {
  test(`C10 install: uninstall ${what}`, (folder) => {
    let installed = "";
    for (const step of steps) {
      const [verb, name = ""] = typeof step === "string" ? step.split(" ") : step;
      if (Array.isArray(step)) folder.write(folder.read().replace(...step));
      else if (verb === "uninstall") {
        assertMatch(folder.step().uninstall("apply").lines.join(), new RegExp(told));
      } else if (verb === "install") {
        const [line] = folder.step(folder.executables(name)).install("apply").lines;
        const isOther = installed !== "" && installed !== name;
        if (isOther) assertEquals(line, `The hooks in ${folder.settings}: updated`);
        assertEquals(folder.read().match(/--mneme-hook/g)?.length, EVENTS.length);
        assert(folder.read().includes(name) && !(isOther && folder.read().includes(installed)), step);
        installed = name;
      } else folder.write(step);
    }
    assertEquals(folder.read(), after);
  });
}

Deno.test("install, install, uninstall give the file back byte for byte, from the backup or without it", () => {
  const files = casesOf<{ text: string }>(`${import.meta.dirname}/settings_cases`).map(({ text }) => text);
  for (const text of [...files, " { } \n", " \n", ""]) {
    using folder = new InstallFolder();
    folder.write(text);
    folder.step().install("apply");
    folder.step().install("apply");
    folder.step().uninstall("apply");
    assertEquals(folder.read(), text);
    assertEquals(folder.names(`${folder.backups}/settings`), [], text);
  }
});

test("uninstall does without a backup, and without one that was tampered with", (folder) => {
  for (const damage of ["remove", "change"]) {
    folder.write(FOREIGN);
    const backup = backupOf(folder.step().install("apply"));
    if (damage === "remove") Deno.removeSync(folder.backups, { recursive: true });
    else Deno.writeTextFileSync(backup, '{"model": "other"}');
    folder.step().uninstall("apply");
    assertEquals(folder.read(), FOREIGN);
  }
});

test("uninstall removes the copy of a file from which the user has taken all of ours", (folder) => {
  folder.write(FOREIGN);
  folder.step().install("apply");
  folder.write(FOREIGN);
  folder.step().uninstall("apply");
  assertEquals([folder.read(), folder.names(`${folder.backups}/settings`)], [FOREIGN, []]);
});

test("the backup is a plain copy for this user alone", (folder) => {
  folder.write(FOREIGN);
  const backup = backupOf(folder.step().install("apply"));
  assertEquals(Deno.readTextFileSync(backup), FOREIGN);
  assertMode(backup, 0o600);
  assertMode(`${folder.backups}/settings`, 0o700);
});

Deno.test("no copy is kept of settings that hold a secret, and uninstall gives them back all the same", () => {
  for (
    const secret of [
      '"env": {\n    "ANTHROPIC_API_KEY": "sk-ant-api03-abcdefghijklmnopqrstuvwxyz"\n  }',
      '"env": {\n    "DB_PASSWORD": "hunter2secret"\n  }',
      '"statusLine": {"type": "command", "command": "curl -u me:hunter2secret https://example.org"}',
    ]
  ) {
    using folder = new InstallFolder();
    const text = FOREIGN.replace('"model": "opus"', secret);
    folder.write(text);
    const { lines } = folder.step().install("apply");
    assertEquals(folder.names(`${folder.backups}/settings`).length, 1);
    assertEquals(lines.at(-1), "No copy of the file as it was before is kept, as it seems to hold a secret");
    const [record = ""] = folder.names(`${folder.backups}/settings`);
    assertMatch(record, /\.record\.json$/);
    folder.step(folder.executables("v2")).install("apply");
    folder.step().uninstall("apply");
    assertEquals([folder.read(), folder.names(`${folder.backups}/settings`)], [text, []]);
  }
});

test("a folder with blanks, quotes and unicode is registered as it is", (folder) => {
  const executables = folder.executables(isWindows ? "my it's $HOME zoë" : `my "new" it's $HOME zoë`);
  folder.step(executables).install("apply");
  const found = JSON.parse(folder.read()).hooks.SessionStart[0].hooks[0];
  assertEquals(found, hookEntries(executables)[0]?.hook);
});

modes.test("checkExecutables() names a missing or unstartable executable", (folder) => {
  const dist = folder.executables("it's");
  Deno.chmodSync(`${dist}/stop`, 0o644);
  const unstartable = errorOf(() => checkExecutables(dist));
  assertEquals(unstartable.message, `Cannot install the hooks: ${dist}/stop is not executable`);
  assertEquals((unstartable as UserError).hint, `run \`chmod +x '${folder.root}/it'\\''s/stop'\``);
  Deno.removeSync(`${dist}/pre-compact`);
  Deno.chmodSync(`${dist}/stop`, 0o755);
  const missing = errorOf(() => checkExecutables(dist));
  assertEquals(missing.message, `Cannot install the hooks: ${dist}/pre-compact is missing`);
});
