import { assert, assertEquals } from "../_support/assert.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { TestHome } from "../_support/test_home.ts";
import { processWith, sleep } from "../_support/wait.ts";
import { writeChecksums } from "../../src/build/archive.ts";
import { HOOK_REGISTRATIONS } from "../../src/base/hook_names.ts";
import { VERSION } from "../../src/base/version.ts";
import { HERE } from "./_support/fake_release.ts";
import { InstallHome } from "./_support/install_home.ts";

/** What `deno task release --test-runtime` made; minutes of compressing are not for every run of the tests. */
const ARCHIVE = Deno.env.get("MNEME_TEST_ARCHIVE") ??
  `${PROJECT_ROOT}/build/release/mneme-${VERSION}-${HERE}-test-runtime.tar.xz`;

Deno.test({
  name: "a real archive is under 45 MB, installs into a clean home, and its hooks keep what happens",
  ignore: Deno.build.os !== "linux" || !isThere(ARCHIVE),
  fn: installRealArchive,
});

async function installRealArchive(): Promise<void> {
  assert(Deno.statSync(ARCHIVE).size < 45e6);
  using home = new InstallHome();
  await Deno.copyFile(ARCHIVE, `${home.releases}/mneme-${VERSION}-${HERE}.tar.xz`);
  await writeChecksums(home.releases, () => true);
  const data = `${home.home}/.mneme`;
  const run = await home.install({ args: ["--install"], env: { PATH: "/usr/bin:/bin" } });
  assertEquals([run.code, run.err], [0, ""]);
  assert(run.out.includes("added: SessionStart, UserPromptSubmit,"), run.out);
  const settings = await Deno.readTextFile(`${home.home}/.claude/settings.json`);
  const hooks = Object.values(JSON.parse(settings).hooks).flat() as { hooks: { command: string }[] }[];
  assertEquals(
    hooks.flatMap((entry) => entry.hooks.map(({ command }) => command)),
    HOOK_REGISTRATIONS.map(({ executable }) => `${home.versions}/current/${executable}`),
  );

  using session = new TestHome();
  const options = { dist: `${home.versions}/current`, env: { MNEME_HOME: data } };
  for (const [name, event, fields] of EVENTS) {
    const { code, stderr } = await session.hook(name, session.payload(event, fields), options);
    assertEquals([name, code, stderr], [name, 0, ""]);
  }
  while (processWith(`MNEME_HOME=${data}`)) await sleep(20); // what the end of a session starts makes it found
  const found = await session.mneme(["search", "pelican"], options);
  assert(found.stdout.includes("How do I feed the pelican?"), found.stdout);
  const doctor = await session.mneme(["doctor"], { ...options, env: { MNEME_HOME: data, HOME: home.home } });
  assertEquals([doctor.code, doctor.stderr], [0, ""], doctor.stdout);
}

const EVENTS = [
  ["session-start", "SessionStart", { source: "startup" }],
  ["user-prompt-submit", "UserPromptSubmit", { prompt: "How do I feed the pelican?" }],
  ["session-end", "SessionEnd", { reason: "other" }],
] as const;

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
