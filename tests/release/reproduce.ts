/**
 * Makes this machine's release twice, from two copies of the last commit in folders of different names, and compares
 * every byte. `--test-runtime` takes any verified runtime. Ends with status 1 where anything differs.
 */
import { PROJECT_ROOT } from "../_support/executables.ts";
import { VERSION } from "../../src/base/version.ts";
import { TARGETS } from "../../src/build/release_options.ts";

const target = TARGETS.find(({ triple }) => triple === Deno.build.target)?.name ?? "";
const head = await new Deno.Command("git", { args: ["rev-parse", "HEAD"], cwd: PROJECT_ROOT }).output();
const commit = new TextDecoder().decode(head.stdout).trim();
const first = await releaseOfCopy("one", Deno.args);
const second = await releaseOfCopy("another name", Deno.args);
const differing = Object.keys({ ...first, ...second }).filter((name) => first[name] !== second[name]);
console.log(
  differing.length === 0
    ? `${Object.keys(first).length} files, the same bytes twice`
    : `Not the same twice: ${differing.join(", ")}`,
);
Deno.exit(differing.length === 0 && Object.keys(first).length > 10 ? 0 : 1);

/** The checksums of the release that a copy of the project makes, by name. */
async function releaseOfCopy(name: string, options: readonly string[]): Promise<Record<string, string>> {
  const root = await Deno.makeTempDir({ prefix: "mneme-reproduce-" });
  try {
    const copy = `${root}/${name}`;
    await copyProject(copy);
    const release = ["release", "--target", target, "--version", VERSION, "--unpacked", ...options];
    await run(Deno.execPath(), ["run", "-A", `${copy}/src/build/main.ts`, ...release], copy);
    const [folder] = [...Deno.readDirSync(`${copy}/build/release/${target}`)];
    const sums = await Deno.readTextFile(`${copy}/build/release/${target}/${folder?.name}/SHA256SUMS`);
    return Object.fromEntries(sums.trimEnd().split("\n").map((line) => [line.slice(66), line.slice(0, 64)]));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** The commit that is checked out, not what somebody is just writing: that is no release. */
async function copyProject(to: string): Promise<void> {
  await Deno.mkdir(to);
  await run("git", ["archive", "--format=tar", "-o", `${to}.tar`, commit], PROJECT_ROOT);
  await run("tar", ["-xf", `${to}.tar`], to);
}

async function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { success } = await new Deno.Command(program, { args: [...args], cwd, stdin: "null" }).spawn().status;
  if (!success) Deno.exit(1);
}
