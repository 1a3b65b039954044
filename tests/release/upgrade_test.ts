import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { linkExecutables } from "../_support/executables.ts";
import { HOOK_REGISTRATIONS } from "../../src/base/hook_names.ts";
import { fileSizeLimit } from "../faults/namespace.ts";
import { fakeRelease, FileServer } from "./_support/fake_release.ts";
import { test } from "./_support/version_home.ts";

const EXECUTABLES = [...new Set(HOOK_REGISTRATIONS.map(({ executable }) => executable))].sort();

test("mneme install registers the folder current, which later versions take over", async (home) => {
  assertEquals((await home.run(["install"])).code, 0);
  assertEquals(home.commands(), EXECUTABLES.map((name) => `${home.current}/${name}`));
  const doctor = await home.run(["doctor"]);
  assert(!doctor.stdout.includes("this mneme is in"), doctor.stdout);
});

test("mneme upgrade takes an archive from a file or an address, and rollback switches back", async (home) => {
  const archive = await fakeRelease(home.releases, { version: "9.9.9" });
  await using server = new FileServer(home.releases);
  for (const from of [archive, `${server.url}/${archive.slice(archive.lastIndexOf("/") + 1)}`]) {
    const upgrade = await home.run(["upgrade", "--from", from]);
    assertEquals(upgrade.stderr, "");
    assertEquals(upgrade.stdout.split("\n"), [
      `Switched from 0.0.1 to 9.9.9; 0.0.1 stays in ${home.versions}`,
      "Restart Claude Code for new hooks to take effect. To undo: mneme rollback",
      "",
    ]);
    assertEquals(home.installed(), ["0.0.1", "9.9.9", "current", "previous"]);
    assertEquals([home.link("current"), home.link("previous")], ["9.9.9", "0.0.1"]);
    // The fake 9.9.9 cannot switch; the one before it can, started by its own path.
    const rollback = await home.run(["rollback", "--json"], { dist: `${home.versions}/0.0.1` });
    const switched = { from: "9.9.9", to: "0.0.1", folder: home.versions, registrations: [] };
    assertEquals(JSON.parse(rollback.stdout), switched);
    assertEquals([home.link("current"), home.link("previous")], ["0.0.1", "9.9.9"]);
  }
});

test("mneme upgrade lets the new version register itself where versions are registered, and nowhere else", async (home) => {
  const other = `${home.project}/.claude/settings.json`;
  linkExecutables(`${home.root}/elsewhere`);
  await home.run(["install", "--settings", other, "--bin", `${home.root}/elsewhere`]);
  await home.run(["install", "--client", "codex", "--bin", `${home.root}/elsewhere`]);
  await home.run(["install", "--client", "opencode"]);
  await home.run(["install"]);
  const archive = await fakeRelease(home.releases, { version: "9.9.9" });
  const { stdout } = await home.run(["upgrade", "--from", archive]);
  assert(stdout.includes(`Hooks in ${home.settings} are those of 9.9.9\n`), stdout);
  assertEquals(Deno.readTextFileSync(`${home.home}/calls`).split("\n"), [
    `9.9.9: install --bin ${home.current}`,
    `9.9.9: install --bin ${home.current} --client opencode`,
    "",
  ]);
});

test("mneme rollback points settings at current that name the folder of a version", async (home) => {
  linkExecutables(`${home.versions}/0.0.2`);
  Deno.symlinkSync("0.0.2", `${home.versions}/previous`);
  const other = `${home.root}/other settings.json`;
  for (const scope of [[], ["--settings", other]]) {
    await home.run(["install", "--bin", `${home.versions}/0.0.1`, ...scope]);
  }
  assertEquals(home.commands(), EXECUTABLES.map((name) => `${home.versions}/0.0.1/${name}`));
  Deno.chmodSync(other, 0o400);
  const failed = await home.run(["rollback", "--json"]);
  assertEquals([failed.code, JSON.parse(failed.stdout).to], [1, "0.0.2"]);
  assertMatch(failed.stderr, /^mneme: Cannot register 0\.0\.2 in .*other settings\.json: /);
  Deno.chmodSync(other, 0o600);
  await home.run(["rollback"]);
  const { stdout, stderr, code } = await home.run(["rollback"]);
  assertEquals([code, stderr], [0, ""]);
  assertMatch(stdout, /^Switched from 0\.0\.1 to 0\.0\.2; /);
  assert(stdout.includes(`Hooks in ${other} are those of 0.0.2\n`), stdout);
  assertEquals(home.commands(), EXECUTABLES.map((name) => `${home.current}/${name}`));
  assert(!Deno.readTextFileSync(other).includes("0.0.1"));
});

test("mneme upgrade takes nothing that it cannot verify or start, and leaves nothing behind", async (home) => {
  const archive = await fakeRelease(home.releases, { version: "9.9.9" });
  const [lonely, other] = [`${home.root}/lonely.tar.xz`, `${home.releases}/other.tar.xz`];
  for (const copy of [lonely, other]) Deno.copyFileSync(archive, copy);
  const broken = await fakeRelease(`${home.root}/broken`, { version: "9.9.8", says: "a shell error" });
  const changed = `${home.root}/changed/a.tar.xz`;
  home.write("changed/SHA256SUMS", `${"0".repeat(64)}  a.tar.xz\n`);
  Deno.copyFileSync(archive, changed);
  const cases: readonly [readonly string[], RegExp][] = [
    [["--from", changed], /must be 0{64} and is [0-9a-f]{64}; nothing was unpacked; fetch it again/],
    [["--from", lonely], /there is no SHA256SUMS beside [^()]*; put the one of its release there$/],
    [
      ["--from", `${home.releases}/none.tar.xz`],
      /from .*\/none\.tar\.xz: there is no such file; name an archive/,
    ],
    [["--from", "http://"], /Cannot upgrade from http:\/\/: it is no address; name an archive/],
    [
      ["--from", broken],
      /the mneme of .* does not start here: a shell error; choose the archive for this system$/,
    ],
    [["--from", other], /SHA256SUMS beside .* has no line for other\.tar\.xz; /],
    [
      ["--from", "http://127.0.0.1:9/a.tar.xz"],
      /there is no SHA256SUMS beside http:\/\/127\.0\.0\.1:9\/a\.tar\.xz /,
    ],
  ];
  for (const [args, error] of cases) {
    const run = await home.run(["upgrade", ...args]);
    assertEquals([run.code, run.stdout], [1, ""]);
    assertMatch(run.stderr.trimEnd(), error);
    assertEquals(run.stderr.split("\n").length, 2, run.stderr);
    assertEquals(home.installed(), ["0.0.1", "current"]);
  }
});

test("mneme upgrade says that the disk is full, and stays at the version in use", async (home) => {
  const archive = await fakeRelease(home.releases, { version: "9.9.9", ballast: 4_000_000 });
  const run = await home.run(["upgrade", "--from", archive], { wrap: fileSizeLimit(2048) });
  assertEquals(run.code, 1);
  assertMatch(run.stderr, /Cannot unpack .*; free some space/);
  assertEquals(home.installed(), ["0.0.1", "current"]);
});

test("upgrade and rollback refuse where no installer put mneme, and rollback where there is no version before", async (home) => {
  const nowhere = linkExecutables(`${home.root}/by hand`);
  for (const args of [["upgrade", "--from", "x"], ["rollback"]]) {
    const run = await home.run(args, { dist: nowhere });
    assertEquals(run.code, 1);
    assertMatch(run.stderr, /by hand was not put there by the installer; put it where that works with /);
  }
  const run = await home.run(["rollback"]);
  assertEquals(run.code, 1);
  assertMatch(run.stderr, /^mneme: Cannot roll back: there is no version before 0\.0\.1 in /);
});
