import { HOOK_REGISTRATIONS } from "../../src/base/hook_names.ts";
import { VERSION } from "../../src/base/version.ts";
import { writeChecksums } from "../../src/build/archive.ts";
import { isFile } from "../../src/machine/files.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { TestHome } from "../_support/test_home.ts";
import { processWith, sleep } from "../_support/wait.ts";
import { fakeRelease, type Fault, FileServer, HERE } from "./_support/fake_release.ts";
import { InstallHome } from "./_support/install_home.ts";

/** What install.sh calls beside a downloader, a digester and xz. */
const TOOLS = "sh uname mkdir mktemp rm sed cut tar ln mv readlink grep cmp head ldd cat".split(" ");

/** Elsewhere a release is tried by its own workflow: the programs that are taken away here lie in other places there. */
const ignore = Deno.build.os !== "linux";

/** Declares a test with a home beside which the release 1.2.3 is served. */
function test(name: string, work: (home: InstallHome) => Promise<void>): void {
  Deno.test(name, { ignore }, async () => {
    using home = await InstallHome.withRelease();
    await work(home);
  });
}

test("install.sh unpacks the release, links the command, and tells how to undo it", async (home) => {
  const run = await home.install();
  assertEquals(run.stderr, "");
  assertEquals(run.stdout.split("\n"), [
    `Downloading mneme-1.2.3-${HERE}.tar.xz`,
    `Unpacked mneme 1.2.3 into ${home.versions}/1.2.3`,
    `Linked ${home.command}`,
    `${home.home}/.local/bin is not on your PATH; to type mneme alone, add to your shell's profile: export PATH="$HOME/.local/bin:$PATH"`,
    `To register it with Claude Code: '${home.command}' install`,
    `To undo: '${home.command}' uninstall --client all`,
    "",
  ]);
  assertEquals(run.code, 0);
  assertEquals(home.installed(), ["1.2.3", "current"]);
  assertEquals(home.link("current"), "1.2.3");
  assertEquals(Deno.readLinkSync(home.command), `${home.versions}/current/mneme`);
  assertEquals(home.calls(), []);
});

test("install.sh registers mneme when it is told to, by the path that later switches keep", async (home) => {
  for (const option of ["--install", "--yes"]) {
    const run = await home.install({ args: [option] });
    assertEquals([run.code, home.calls().at(-1)], [0, "1.2.3: install"]);
    assertEquals(run.stdout.includes("PATH"), false, "which `mneme install` says by itself");
  }
  assertEquals(home.calls().length, 2);
});

test("install.sh does with wget and shasum what it does with curl and sha256sum", async (home) => {
  const path = home.pathWith(...TOOLS, "xz", "wget", "shasum", "perl");
  const run = await home.install({ env: { PATH: path } });
  assertEquals([run.stderr, run.code], ["", 0]);
  assertEquals(home.installed(), ["1.2.3", "current"]);
});

test("install.sh puts everything below XDG_DATA_HOME, unless that is no absolute path", async (home) => {
  await home.install({ env: { XDG_DATA_HOME: `${home.root}/data here/` } });
  assertEquals(Deno.readLinkSync(`${home.root}/data here/mneme/current`), "1.2.3");
  assertEquals(home.installed(), []);
  await home.install({ env: { XDG_DATA_HOME: "data" } });
  assertEquals(home.installed(), ["1.2.3", "current"]);
});

test("install.sh keeps the version that was there, and says how to go back to it", async (home) => {
  await home.install();
  await fakeRelease(home.releases, { version: "1.3.0" });
  const ambiguous = await home.install();
  assertMatch(
    ambiguous.stderr,
    /^Cannot install mneme: http\S+ has several versions; choose one with --version\n$/,
  );
  const run = await home.install({ args: ["--version", "1.3.0"] });
  assertMatch(
    run.stdout,
    /^Switched from 1\.2\.3, which stays: \S.*\/1\.2\.3\/mneme' install --self goes back to it$/m,
  );
  assertEquals(home.installed(), ["1.2.3", "1.3.0", "current"]);
  assertEquals(home.link("current"), "1.3.0");
});

test("install.sh leaves a version that is there; one that differs gets its own folder", async (home) => {
  await home.install();
  const inode = Deno.statSync(`${home.versions}/1.2.3/stop`).ino;
  const again = await home.install();
  assert(again.stdout.includes(`mneme 1.2.3 is in ${home.versions}/1.2.3 already\n`), again.stdout);
  assertEquals(home.installed(), ["1.2.3", "current"]);
  assertEquals(Deno.statSync(`${home.versions}/1.2.3/stop`).ino, inode);

  await Deno.writeTextFile(`${home.versions}/1.2.3/stop`, "damaged");
  assertEquals((await home.install()).code, 0);
  const [, other = ""] = home.installed();
  assertMatch(other, /^1\.2\.3\.[0-9a-f]{8}$/);
  assertEquals(home.link("current"), other);
  assertEquals(await Deno.readTextFile(`${home.versions}/1.2.3/stop`), "damaged");
});

test("install.sh leaves a command that is not its own", async (home) => {
  await Deno.mkdir(home.command.replace(/\/mneme$/, ""), { recursive: true });
  await Deno.writeTextFile(home.command, "mine");
  const run = await home.install();
  const ours = `${home.versions}/current/mneme`;
  const said = `${home.command} is something else and stays; this mneme is ${ours}\n`;
  for (const line of [said, `To register it with Claude Code: '${ours}' install\n`]) {
    assert(run.stdout.includes(line), run.stdout);
  }
  assertEquals(await Deno.readTextFile(home.command), "mine");
});

test("install.sh unpacks nothing that is not what the checksum says", async (home) => {
  const archive = `${home.releases}/mneme-1.2.3-${HERE}.tar.xz`;
  const bytes = await Deno.readFile(archive);
  bytes[bytes.length - 1]! ^= 1;
  await Deno.writeFile(archive, bytes);
  const run = await home.install();
  home.assertRefused(
    run,
    /^Cannot install mneme: the SHA-256 of mneme-\S+ must be [0-9a-f]{64} and is [0-9a-f]{64}; nothing was unpacked; [^\n]+\n$/,
  );
});

/** What stops an update in the middle, and what is said then. */
const STOPPED: Readonly<Record<string, { fault?: Fault; before?: string; ballast: number; says: RegExp }>> = {
  "a download that is cut off": { fault: "cut off", ballast: 100_000, says: /could not be downloaded whole/ },
  "a download that is cut off silently": {
    fault: "cut off silently",
    ballast: 100_000,
    says: /could not be downloaded whole|the SHA-256 of/,
  },
  "a disk that is full": {
    before: "trap '' XFSZ; ulimit -f 2048", // no file may grow over 1 MB: the archive fits, what is in it does not
    ballast: 4_000_000,
    says: /mneme-\S+ could not be unpacked in .*; .* free some space/,
  },
};

for (const [name, { fault, ballast, says, ...options }] of Object.entries(STOPPED)) {
  test(`install.sh installs nothing from ${name}, and leaves the version in use`, async (home) => {
    await home.install();
    await Deno.remove(home.releases, { recursive: true });
    await fakeRelease(home.releases, { version: "1.3.0", ballast });
    for (const PATH of [Deno.env.get("PATH")!, home.pathWith(...TOOLS, "xz", "wget", "sha256sum")]) {
      await using server = new FileServer(home.releases, fault);
      const run = await home.install({ ...options, env: { PATH } }, server.url);
      home.assertRefused(run, new RegExp(`Cannot install mneme: .*(?:${says.source})`), ["1.2.3", "current"]);
    }
  });
}

test("install.sh names the program that is missing before it downloads anything", async (home) => {
  const cases = [
    { path: [...TOOLS, "curl", "sha256sum"], says: /: xz is not there, .*xz-utils\)\n$/ },
    { path: [...TOOLS, "xz", "sha256sum"], says: /: neither curl nor wget is there; / },
    { path: [...TOOLS, "xz", "curl"], says: /: neither sha256sum nor shasum is there; / },
  ];
  await using server = new FileServer(home.releases);
  for (const { path, says } of cases) {
    home.assertRefused(await home.install({ env: { PATH: home.pathWith(...path) } }, server.url), says);
  }
  assertEquals(server.asked, []);
});

test("install.sh refuses an archive of another name, and one for another system", async (home) => {
  const cases = [
    [{ version: "1.2.3", says: "1.2.4" }, /holds mneme 1\.2\.4 and not 1\.2\.3; report this\n$/],
    [{ version: "1.2.3", target: "plan9-x64" }, /has no archive for \S+; see what it has/],
  ] as const;
  for (const [release, error] of cases) {
    await Deno.remove(home.releases, { recursive: true });
    await fakeRelease(home.releases, release);
    home.assertRefused(await home.install(), error);
  }
});

test("install.sh says in one line what it cannot do without being told", async (home) => {
  const cases = [
    [{ MNEME_DOWNLOAD: "" }, [], /: this copy of install\.sh knows no address; set MNEME_DOWNLOAD/],
    [{}, ["--pleas"], /: --pleas is no option; /],
    [{}, ["--version"], /: --version needs a version; /],
    [{}, ["--version", "1/../2"], /: 1\/\.\.\/2 is no version; /],
  ] as const;
  for (const [env, args, says] of cases) {
    const run = await home.install({ env, args });
    home.assertRefused(run, says);
    assertEquals(run.stderr.split("\n").length, 2);
  }
});

test("a hook that starts while install.sh switches finds one of both versions", async (home) => {
  await fakeRelease(home.releases, { version: "1.3.0" });
  await home.install({ args: ["--version", "1.2.3"] });
  const codes: number[] = [];
  let isDone = false;
  const hooks = (async () => {
    while (!isDone) codes.push((await new Deno.Command(`${home.versions}/current/stop`).output()).code);
  })();
  for (const version of ["1.3.0", "1.2.3", "1.3.0"]) {
    assertEquals((await home.install({ args: ["--version", version] })).code, 0);
    assertEquals(home.link("current"), version);
  }
  isDone = true;
  await hooks;
  assert(codes.length > 20, `${codes.length} runs`);
  assertEquals(codes.filter((code) => code !== 0), []);
});

/** What `deno task release --test-runtime` made; minutes of compressing are not for every run of the tests. */
const ARCHIVE = Deno.env.get("MNEME_TEST_ARCHIVE") ??
  `${PROJECT_ROOT}/build/release/mneme-${VERSION}-${HERE}-test-runtime.tar.xz`;

const noArchive = { ignore: ignore || !isFile(ARCHIVE) };

Deno.test(
  "a real archive is under 45 MB, installs into a clean home, and its hooks keep what happens",
  noArchive,
  async () => {
    assert(Deno.statSync(ARCHIVE).size < 45e6);
    using home = new InstallHome();
    await Deno.copyFile(ARCHIVE, `${home.releases}/mneme-${VERSION}-${HERE}.tar.xz`);
    await writeChecksums(home.releases, () => true);
    const data = `${home.home}/.mneme`;
    const run = await home.install({ args: ["--install"], env: { PATH: "/usr/bin:/bin" } });
    assertEquals([run.code, run.stderr], [0, ""]);
    assert(run.stdout.includes("added: SessionStart, UserPromptSubmit,"), run.stdout);
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
    const doctor = await session.mneme(["doctor"], {
      ...options,
      env: { MNEME_HOME: data, HOME: home.home },
    });
    assertEquals([doctor.code, doctor.stderr], [0, ""], doctor.stdout);
  },
);

const EVENTS = [
  ["session-start", "SessionStart", { source: "startup" }],
  ["user-prompt-submit", "UserPromptSubmit", { prompt: "How do I feed the pelican?" }],
  ["session-end", "SessionEnd", { reason: "other" }],
] as const;
