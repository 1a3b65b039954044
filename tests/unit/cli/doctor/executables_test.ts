import { HOOKS } from "../../../../src/base/hook_names.ts";
import { VERSION } from "../../../../src/base/version.ts";
import { repairAll } from "../../../../src/cli/doctor/doctor_command.ts";
import { checkCommand, checkExecutables } from "../../../../src/cli/doctor/executables.ts";
import { systemProbe } from "../../../../src/cli/doctor/check.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { DoctorHome, problems, said, test } from "./doctor_home.ts";
import { executablePath } from "../../../../src/cli/registration/own_folder.ts";
import { asElsewhere, isWindows, onlyWith } from "../../../_support/windows.ts";

const scripts = onlyWith("scripts", DoctorHome);
const modes = onlyWith("modes", DoctorHome);

test("checkExecutables starts every hook, switched off, and asks mneme for its version", async (home) => {
  const started: string[] = [];
  const all = Promise.withResolvers<{ code: number; output: string }>(); // none has to wait for another
  const start = (path: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
    started.push(
      [asElsewhere(path.slice(home.executables.length + 1)), ...args, JSON.stringify(env)].join(" "),
    );
    if (started.length > HOOKS.length) all.resolve({ code: 0, output: VERSION });
    return all.promise;
  };
  const findings = await checkExecutables(home.probe({ start }));
  assertEquals(said(findings, home), [`ok: ${HOOKS.length} hooks and mneme ${VERSION} start from /dist`]);
  assertEquals(started.length, HOOKS.length + 1);
  assert(started.includes('stop {"MNEME_DISABLED":"1"}') && started.includes("mneme --version {}"));
});

test("checkCommand names the line by which a shell finds this mneme", (home) => {
  const line = 'export PATH="/dist:$PATH"';
  const fix = `add to the profile of your shell: ${line}`;
  const look = (found?: string, isThis = false) =>
    checkCommand(home.probe({ typed: { found, isThis, line } })).map(({ text, fix }) => [text, fix]);
  assertEquals(look("/dist/mneme", true), [["A shell starts this mneme", undefined]]);
  assertEquals(look(), [["A shell does not find mneme", fix]]);
  assertEquals(look("/old/mneme"), [["A shell starts /old/mneme for `mneme`", fix]]);
});

test("checkExecutables finds what is missing, fails, or is of another version", async (home) => {
  Deno.removeSync(executablePath(home.executables, "stop"));
  const start = (file: string) => {
    const path = asElsewhere(file);
    if (path.endsWith("/mneme")) return Promise.resolve({ code: 0, output: "9.9.9\n" });
    if (path.endsWith("/pre-compact")) return Promise.resolve({ code: 3, output: "no\x1b such library\n" });
    if (path.endsWith("/session-end")) return Promise.resolve({ code: undefined, output: "text file busy" });
    return Promise.resolve({ code: 0, output: "" });
  };
  assertEquals(said(await checkExecutables(home.probe({ start })), home), [
    "fail: /dist/stop is missing",
    `fail: /dist/pre-compact ends with status 3: no${isWindows ? "/" : "\\"}x1b such library`,
    "fail: /dist/session-end does not start: text file busy",
    `fail: /dist/mneme is version 9.9.9, this is ${VERSION}`,
  ]);
});

modes.test("checkExecutables can make a file executable", async (home) => {
  Deno.chmodSync(`${home.executables}/stop`, 0o644);
  const findings = await checkExecutables(home.probe());
  assertEquals(said(findings, home), ["fail: /dist/stop is not executable"]);
  repairAll(findings);
  assertMatch(said(await checkExecutables(home.probe()), home)[0] ?? "", /^ok/);
});

test("checkExecutables says that it did not look at sources, or at a package without a home folder", async (home) => {
  const look = (isPackage: boolean) => checkExecutables(home.probe({ binFolder: undefined, isPackage }));
  const found = [await look(false), await look(true)];
  assertEquals(found.flatMap(problems), ["warn executables", "fail executables"]);
});

scripts.test("the system's probe starts programs with the given variables alone and tells how they ended", async (home) => {
  const script = `${home.root}/script`;
  Deno.writeTextFileSync(script, '#!/bin/sh\necho "$MNEME_DISABLED-$HOME"\necho bad >&2\nexit $1\n', {
    mode: 0o755,
  });
  const { start } = systemProbe();
  assertEquals(await start(script, ["0"], { MNEME_DISABLED: "1" }), { code: 0, output: "1-\n" });
  assertEquals(await start(script, ["4"], {}), { code: 4, output: "bad\n" });
  assertEquals((await start(`${home.root}/absent`, [], {})).code, undefined);
});
