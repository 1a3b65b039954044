import { join } from "node:path";
import { HOOKS } from "../../src/base/hook_names.ts";
import { DOCUMENTS, VERSION } from "../../src/base/version.ts";
import { packStarter, packTarget } from "../../src/build/npm.ts";
import { TARGETS } from "../../src/build/release_options.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { DIST, PROJECT_ROOT } from "../_support/executables.ts";
import { runProgram } from "../_support/run_program.ts";
import { namesIn } from "../_support/test_home.ts";
import { HERE } from "./_support/fake_release.ts";
import { NpmRegistry } from "./_support/npm_registry.ts";

/** Packs a program, by default the real one. Elsewhere the release's workflow tries the packages. */
function test(name: string, work: (home: NpmHome) => Promise<void>, program = `${DIST}/mneme`): void {
  Deno.test(name, { ignore: Deno.build.os !== "linux" }, async () => {
    await using home = await NpmHome.withPackages(program);
    await work(home);
  });
}

test("npx mneme install fetches the system's package, settles the program and registers it", async (home) => {
  const run = await home.npx("install");
  assertEquals(run.code, 0, run.stderr);
  const versions = `${home.root}/.local/share/mneme`;
  assertEquals(Deno.readLinkSync(`${versions}/current`), VERSION);
  assertEquals(Deno.readLinkSync(`${home.root}/.local/bin/mneme`), `${versions}/current/mneme`);
  const { hooks } = JSON.parse(Deno.readTextFileSync(`${home.root}/.claude/settings.json`));
  assertEquals(hooks.Stop[0].hooks[0].command, `${versions}/current/stop`);
  for (const { name } of HOOKS) {
    assertEquals(Deno.statSync(`${versions}/${VERSION}/${name}`).mode! & 0o777, 0o755, name);
  }

  const again = await home.npx("install");
  assertEquals(again.code, 0, again.stderr);
  assertMatch(again.stdout, /settings\.json: as it should be/);
  assertEquals(namesIn(versions), [VERSION, "current"]);

  const doctor = await home.npx("doctor", "--json");
  const findings: { check: string; level: string; text: string }[] = JSON.parse(doctor.stdout).findings;
  assertEquals(findings.filter(({ level }) => level === "fail"), []);
  const textOf = (name: string) => findings.find(({ check }) => check === name)?.text;
  assertEquals(textOf("executables")?.endsWith(`${versions}/current`), true);
  assertEquals(textOf("command"), "A shell does not find mneme"); // but npx finds its own
  Deno.removeSync(`${versions}/current`);
  const gone = JSON.parse((await home.npx("doctor", "--json")).stdout).findings;
  assertEquals([gone[0].text, gone[0].fix], [`${versions}/current is missing`, "npx mneme install"]);
  assertEquals((await home.npx("stats", "--bogus")).code, 2, "the status is the program's own");
});

test("npx mneme says which package is missing where npm left it out", async (home) => {
  const run = await home.npx("--version", { npm_config_omit: "optional" });
  assertEquals([run.code, run.stdout], [1, ""]);
  assertMatch(run.stderr, new RegExp(`mneme: Cannot start: the package @mneme/${HERE} is missing; `));
}, import.meta.filename);

Deno.test("the starter of npm knows every target of a release", async () => {
  const starter = await Deno.readTextFile(`${PROJECT_ROOT}/src/build/npm_starter.cjs`);
  const named = [...starter.matchAll(/: "([a-z]+-[a-z0-9]+)"/g)].map(([, name]) => name);
  assertEquals(named.sort(), TARGETS.map(({ name }) => name).sort());
});

/** A home, a cache of npm and a registry that has the packages of this version. */
class NpmHome implements AsyncDisposable {
  readonly root = Deno.makeTempDirSync({ prefix: "mneme npm " });
  readonly #registry = new NpmRegistry();

  static async withPackages(program: string): Promise<NpmHome> {
    const home = new NpmHome();
    const [folder, out] = [join(home.root, "release"), join(home.root, "packed")];
    for (const path of [folder, out]) Deno.mkdirSync(path);
    Deno.copyFileSync(program, `${folder}/mneme`);
    for (const name of DOCUMENTS) Deno.writeTextFileSync(`${folder}/${name}`, `${name}\n`);
    const target = TARGETS.find(({ name }) => name === HERE);
    assert(target !== undefined);
    await home.#registry.publish(await packTarget(target, { folder, version: VERSION, out }));
    await home.#registry.publish(await packStarter({ root: PROJECT_ROOT, version: VERSION, out }));
    return home;
  }

  async npx(...words: (string | Record<string, string>)[]) {
    const args = words.filter((word) => typeof word === "string");
    const extra = words.find((word) => typeof word !== "string") ?? {};
    return await runProgram("npx", {
      args: ["--yes", `mneme@${VERSION}`, ...args],
      cwd: this.root,
      stdin: new Uint8Array(),
      killAfterMs: 120_000,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        HOME: this.root,
        npm_config_registry: this.#registry.url,
        npm_config_cache: join(this.root, ".npm"),
        npm_config_update_notifier: "false",
        npm_config_audit: "false",
        ...extra,
      },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#registry[Symbol.asyncDispose]();
    Deno.removeSync(this.root, { recursive: true });
  }
}
