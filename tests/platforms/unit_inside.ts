/**
 * Runs in the room of another system: the unit tests with that system's own Deno. Prints what failed that nobody has excused.
 * Words: the system, the folder for the run, the cache; files or folders of tests, else all that are meant for it.
 */
import { layoutOf, lockBuild } from "../../src/build/files.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { compilationFor, compileFor } from "./compile.ts";
import { wineWords } from "./machine.ts";
import { type SystemName, WINDOWS_DISK } from "./namespaces.ts";
import { PIECES } from "./setup.ts";
import { excusesFor, judge, readReport } from "./unit_tests.ts";

const [system, work = "", cache = "", ...paths] = Deno.args as [SystemName, string, string, ...string[]];
const started = performance.now();
const { report, said } = await (system === "windows" ? testWindows() : testArm64());
const found = readReport(report);
const { unexpected, needless } = judge(found, excusesFor(system));
for (const line of unexpected) console.log(`failed: ${line}`);
if (paths.length === 0) { for (const test of needless) console.log(`excused, and passes: ${test}`); }
if (found.passed === 0) console.log(said.slice(-2000));
const excused = found.failed.size - unexpected.length;
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `unit tests: ${found.passed} passed, ${unexpected.length} failed, ${excused} excused, ${seconds} s`,
);
Deno.exit(found.passed > 0 && unexpected.length === 0 ? 0 : 1);

/** All of them, in a copy of the project on the disk C:, with its executables. Wine is nearly as fast as Windows. */
async function testWindows() {
  const src = `${work}/${WINDOWS_DISK}/src`;
  copyProject(src);
  await compileFor(compilationFor(system, cache, `${src}/dist`));
  Deno.mkdirSync(`${src}/build`);
  await copyMade(`${src}/build`);
  Deno.copyFileSync(`${cache}/${PIECES.windows.deno.name}`, `${src}/build/deno.exe`);
  const [program = "", ...args] = wineWords(work, {
    program: "C:\\src\\build\\deno.exe",
    args: testArguments("build/report.xml", ["tests/unit"]),
    folder: "src",
    env: { DENO_DIR: "C:\\deno" },
  });
  return await runTests({ program, args, report: `${src}/build/report.xml` });
}

/** Those that differ by system most. QEMU takes twenty times as long as this machine. */
function testArm64() {
  const report = `${work}/report.xml`;
  const folders = ["tests/unit/wire", "tests/unit/hook", "tests/unit/store", "tests/outcome"];
  const program = `${cache}/${PIECES.arm64.deno.name}`;
  const env = { DENO_DIR: `${work}/deno` };
  return runTests({ program, args: testArguments(report, folders), report, env });
}

function testArguments(report: string, folders: readonly string[]): string[] {
  const flags = ["-A", "--frozen", "--no-check", "--reporter=dot", `--junit-path=${report}`];
  return ["test", ...flags, ...paths.length > 0 ? paths : folders];
}

async function runTests({ program, args, report, env = {} }: {
  readonly program: string;
  readonly args: string[];
  readonly report: string;
  readonly env?: Record<string, string>;
}): Promise<{ readonly report: string; readonly said: string }> {
  const command: Deno.CommandOptions = { args, env, cwd: PROJECT_ROOT, stdin: "null", stdout: "null" };
  const { stderr } = await new Deno.Command(program, command).output();
  const said = new TextDecoder().decode(stderr);
  return { report: await Deno.readTextFile(report).catch(() => ""), said };
}

/** What the build leaves beside the executables; the session's part may be making it anew. */
async function copyMade(target: string): Promise<void> {
  const { lock, bundles, grammars } = layoutOf(PROJECT_ROOT);
  using _lock = await lockBuild(lock);
  const { success } = await new Deno.Command("cp", { args: ["-r", bundles, grammars, target] }).output();
  if (!success) throw new Error(`Cannot copy ${bundles} and ${grammars}`);
}

/** The files of the project as they are now, committed or not. */
function copyProject(target: string): void {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = new Deno.Command("git", { args, cwd: PROJECT_ROOT }).outputSync();
  for (const file of new TextDecoder().decode(stdout).split("\0").filter((name) => name !== "")) {
    const copy = `${target}/${file}`;
    Deno.mkdirSync(copy.slice(0, copy.lastIndexOf("/")), { recursive: true });
    Deno.copyFileSync(`${PROJECT_ROOT}/${file}`, copy);
  }
}
