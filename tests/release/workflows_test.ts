import { parse } from "yaml";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { TARGETS } from "../../src/build/release_options.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: {
    readonly matrix: { readonly target?: string[]; readonly include?: { target: string }[] };
  };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const WORKFLOWS = ["ci", "release"].map((name) => [name, workflow(name)] as const);
const PAGES = ["README.md", ".ci/run", "docs/release.md", "src/build/denort.sh"];
const PLACES = [...PAGES, ...WORKFLOWS.map(([name]) => `.github/workflows/${name}.yml`)];

function read(path: string): string {
  return Deno.readTextFileSync(`${PROJECT_ROOT}/${path}`);
}

function workflow(name: string): Workflow {
  return parse(read(`.github/workflows/${name}.yml`));
}

function stepsOf({ jobs }: Workflow): Step[] {
  return Object.values(jobs).flatMap(({ steps }) => [...steps]);
}

Deno.test("every place that names Deno names the version that is pinned", () => {
  for (const path of PLACES) {
    const named = [...read(path).matchAll(/\bdeno[@ =]v?(\d+\.\d+\.\d+)/gi)].map(([, version]) => version);
    assert(named.length > 0, path);
    assertEquals([...new Set(named)], [Deno.version.deno], path);
  }
});

Deno.test("actions are pinned by their major version, and nothing but what publishes may write", () => {
  for (const [name, one] of WORKFLOWS) {
    for (const { uses } of stepsOf(one)) {
      if (uses !== undefined) assertMatch(uses, /^actions\/[\w-]+@v\d+$/, name);
    }
    assertEquals(one.permissions, { contents: "read" }, name);
    for (const [job, { permissions }] of Object.entries(one.jobs)) {
      assertEquals(permissions !== undefined, job === "publish", job);
    }
  }
});

Deno.test("the tests of the README run on Linux, and the release builds and tries every target", () => {
  const [, ci] = WORKFLOWS[0]!;
  const [command] = /npx -y deno@\S+ task test/.exec(read("README.md")) ?? [];
  assert(command !== undefined);
  assert(ci.jobs.linux?.steps.some(({ run }) => run === command));
  assert(read(".ci/run").includes(command));

  const [, release] = WORKFLOWS[1]!;
  const names = TARGETS.map(({ name }) => name);
  assertEquals(release.jobs.build?.strategy?.matrix.target, names);
  assertEquals(release.jobs.try?.strategy?.matrix.include?.map(({ target }) => target), names);
});

Deno.test("a release is made of Deno's own runtime alone, and attested before it is published", () => {
  const text = read(".github/workflows/release.yml");
  assert(!text.includes("--test-runtime") && !text.includes("DENORT_BIN"));
  const steps = workflow("release").jobs.publish?.steps ?? [];
  const attested = steps.findIndex(({ uses }) => uses?.startsWith("actions/attest-build-provenance@"));
  const published = steps.findIndex(({ run }) => run?.includes("gh release create"));
  assert(attested >= 0 && published > attested);
});

Deno.test("the install scripts of a release know where they come from, and take no command for an address", async () => {
  const out = await Deno.makeTempDir({ prefix: "mneme-installers-" });
  const stamp = (...args: string[]) =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", `${PROJECT_ROOT}/src/build/main.ts`, "release", "installers", ...args],
    }).output();
  const { success } = await stamp("https://example.org/a/releases/latest/download/", out);
  assert(success);
  assertEquals((await stamp("https://example.org", "--out", out)).code, 2);
  const address = "https://example.org/a/releases/latest/download";
  const [sh, ps1] = ["install.sh", "install.ps1"].map((name) => Deno.readTextFileSync(`${out}/${name}`));
  assertEquals(sh, read("install.sh").replace('RELEASES=""', `RELEASES="${address}"`));
  assertEquals(ps1, read("install.ps1").replace('$Releases = ""', `$Releases = "${address}"`));
  assert(sh !== read("install.sh") && ps1 !== read("install.ps1"));
  for (const bad of ["", "example.org", 'https://example.org/"; rm -rf ~; "', "https://example.org/$(id)"]) {
    const run = await stamp(bad, out);
    assertEquals(run.code, 1);
    assertMatch(
      new TextDecoder().decode(run.stderr),
      /^Cannot write the install scripts: .* is no address; /,
    );
  }
  await Deno.remove(out, { recursive: true });
});
