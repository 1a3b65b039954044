import { dirname } from "node:path";
import { pathsBelow } from "../../src/machine/paths.ts";
import { memberSeed } from "../../src/sync/members.ts";
import { readSpaces, spaceId } from "../../src/sync/spaces.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { DIST } from "../_support/executables.ts";
import { Machine, syncAll, test } from "./_support/machines.ts";
import { filesBelow, namesIn } from "../_support/test_home.ts";
import { REMOTES, textsBelow } from "./_support/remotes.ts";
import { canMount, fullDisk } from "../faults/namespace.ts";

// One home and many processes, copies of homes, and what other machines have changed there.

for (const [kind, start] of Object.entries(REMOTES)) {
  test(`${kind}: many processes of one home sync at once, and none is stuck`, async ({ a, b, root }) => {
    await using remote = await start(root);
    if (remote === undefined) return;
    await b.join(remote.url, await a.init(remote.url));
    for (const machine of [a, b]) {
      for (let i = 0; i < 3; i++) await machine.save(`Said by ${machine.root.slice(-1)}, number ${i}`);
    }
    const done = await Promise.all([a, b, a, b, a, b].map((machine) => machine.try(["sync"])));
    assertEquals(done.map(({ code }) => code), done.map(() => 0), done.map(({ stderr }) => stderr).join());
    await syncAll([a, b]);
    assertEquals([a.content().length, b.content()], [6, a.content()]);
  });
}

test("git: what a killed process has left locked and a hook of the user stop nobody, and who leaves a space keeps no copy of it", async ({ a, b, root }) => {
  await using remote = await REMOTES.git!(root);
  const hook = `${a.root}/hooks/pre-push`; // the user's own, for branches of code
  Deno.mkdirSync(dirname(hook));
  Deno.writeTextFileSync(hook, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const core = `[core]\nlogAllRefUpdates = always\nhooksPath = ${dirname(hook)}\n`;
  Deno.writeTextFileSync(`${a.root}/.gitconfig`, `[user]\nname = Ada L\n${core}`);
  const key = await a.init(remote!.url);
  await a.save("Deploys need a flag");
  await a.run("sync");
  assert(![`${root}/shared.git`, a.data].map(textsBelow).join().includes("Ada L"), "no log names the user");
  const branch = `refs/heads/mneme-${spaceId("me")}`;
  for (const name of ["shallow", "config", "packed-refs", branch, "FETCH_HEAD"]) {
    Deno.writeTextFileSync(`${a.data}/sync/${spaceId("me")}.git/${name}.lock`, "");
  }
  await a.save("Money is an integer of cents");
  await a.run("sync");
  assertEquals((await a.status()).pending, 0);
  await a.run("sync", "leave");
  assertEquals(namesIn(`${a.data}/sync`), [`${spaceId("me")}.lock`, "spaces.json"]);
  await b.join(remote!.url, key);
  await b.run("sync");
  assertEquals(b.said(), ["Deploys need a flag", "Money is an integer of cents"]);
});

test("git: what a process sends arrives, although another one fetches in between", async ({ a, root }) => {
  await using remote = await REMOTES.git!(root);
  await a.init(remote!.url);
  await a.run("sync");
  await a.save("Deploys need a flag");
  const found = (await new Deno.Command("which", { args: ["git"] }).output()).stdout;
  const git = new TextDecoder().decode(found).trim();
  // As `join` and `--watch` fetch, without the lock of the space.
  const fetch = `"${git}" "$1" fetch --quiet -- "${root}/shared.git" "+refs/heads/*:refs/heads/*"`;
  const log = `${root}/log`;
  const script =
    `#!/bin/sh\necho "$*" >>"${log}"\ncase "$*" in *" push "*) [ -e "${root}/away" ] && exit 1; ${fetch};; esac\nexec "${git}" "$@"\n`;
  Deno.mkdirSync(`${root}/bin`);
  Deno.writeTextFileSync(`${root}/bin/git`, script, { mode: 0o755 });
  const env = { PATH: `${root}/bin:${Deno.env.get("PATH")}` };
  Deno.writeTextFileSync(`${root}/away`, "");
  assertEquals((await a.try(["sync"], { env })).code, 1);
  for (const path of [`${root}/away`, log]) Deno.removeSync(path);
  assertMatch((await a.try(["sync"], { env })).stdout, /sent 1 record/);
  const connections = Deno.readTextFileSync(log).match(/(?<= )(?:ls-remote|fetch|push)(?= )/g);
  assertEquals(connections, ["ls-remote", "push"], "each may take over a second");
  assertMatch(await a.run("sync"), /sent 0 records/);
});

test("git: what a fetch brought before it was cut is not taken for all", async ({ a, b, root }) => {
  await using remote = await REMOTES.git!(root);
  const key = await a.init(remote!.url);
  await b.join(remote!.url, key);
  await a.save("Deploys need a flag");
  await a.run("sync");
  const whole =
    `git --git-dir="${root}/shared.git" pack-objects -q --all --revs --filter=blob:none --stdout </dev/null`;
  const cut = `${whole} | git --git-dir="${b.data}/sync/${spaceId("me")}.git" unpack-objects -q`;
  assert((await new Deno.Command("sh", { args: ["-c", cut] }).output()).success);
  assertMatch(await b.run("sync"), /took in 1 memory/);
});

test("spaces that are made at the same moment by many processes of one home are all kept", async ({ a, url }) => {
  const names = [..."abcdefgh"].map((letter) => `team:${letter}`);
  const made = await Promise.all(
    names.map((name) => a.try(["sync", "init", url, "--space", name, "--as", "a"])),
  );
  assertEquals(made.filter(({ code }) => code !== 0), [], made.map(({ stderr }) => stderr).join());
  const { spaces } = await a.json<{ spaces: { name: string }[] }>("sync", "status");
  assertEquals(spaces.map(({ name }) => name).sort(), names);
  const own = readSpaces(pathsBelow(a.data)); // who leaves a team and comes back is the same member
  for (const { name, member } of own.spaces) assertEquals(member, memberSeed(name, own));
});

test("sync init goes on where it was broken off, and its key opens the space", async ({ a, b, root, url }) => {
  assertMatch(await a.run("sync", "init", url), /^Made the space me at dir:/);
  assertMatch(await a.run("sync", "init", url), /^The key of the space me at dir:/);
  const remote = `${root}/shared/mneme-${spaceId("me")}`;
  const states = [
    ["nothing was made there", () => Deno.removeSync(remote, { recursive: true })],
    ["nothing was sent there", () => operationsIn(remote).forEach((path) => Deno.removeSync(path))],
    ["the key was not shown", () => {}],
  ] as const;
  for (const [name, breakOff] of states) {
    breakOff();
    const key = await a.init(url);
    assertEquals([name, operationsIn(remote).length], [name, 1]);
    await new Machine(root, name.replaceAll(" ", "-")).join(url, key);
  }
  const other = await b.try(["sync", "init", url]);
  assertMatch(
    other.stderr,
    /^mneme: The space me is there already; run .* with its key; if nobody has the key .* at the remote\n$/,
  );
  await a.run("sync");
  assertMatch((await a.try(["sync", "init", url])).stderr, /is in the space me already; `mneme sync rotate /);
  assertMatch(
    (await b.try(["sync", "init", url])).stderr,
    /^mneme: The space me is there already; .* its key\n$/,
  );
  assertEquals(await b.json("sync", "status"), { spaces: [] });
});

function operationsIn(folder: string): string[] {
  return filesBelow(folder).filter((path) => path.endsWith(".ops"));
}

test("verify drops a machine by its name, and names those that are there", async ({ a, b, root, url }) => {
  const key = await a.init(url);
  await b.join(url, key);
  const c = new Machine(root, "c");
  await c.join(url, key);
  await syncAll([a, b, c]);
  const drop = (name: string) => a.try(["sync", "verify", "--drop-machine", name]);
  const here = Deno.hostname();
  assertMatch(
    (await drop("lpatop")).stderr,
    new RegExp(`^mneme: Cannot drop the machine lpatop: .*; .* ${here}\n$`),
  );
  const { stderr, code } = await drop(here);
  assertEquals(code, 1);
  const [one = ""] = /(?<=several have this name; .* )[0-9a-f]{8}(?= \(last heard of )/.exec(stderr) ?? [];
  assertMatch(await a.run("sync", "verify"), new RegExp(`^ {2}${here} ${one}: `, "m"));
  assertEquals((await drop(one)).code, 0);
  assertEquals((await drop(here)).code, 0);
  assertEquals((await drop(here)).code, 1);
});

test("what others forget or take back is in no daily backup here", async ({ a, b, ben, url }) => {
  await b.join(url, await a.init(url));
  await ben.join(url, await a.init(url, "team:web"), "team:web");
  await a.run("values", "add", "Round the quokka once");
  await a.save("Deploys need the quokka flag");
  await a.run("sync", "share", "--space", "team:web");
  await syncAll([a, b, ben]);
  for (const machine of [b, ben]) await machine.run("process");
  await a.run("values", "forget", "v1");
  await a.run("sync", "unshare", "--space", "team:web");
  await syncAll([a, b, ben]);
  for (const [machine, text] of [[b, "Round the quokka"], [ben, "the quokka flag"]] as const) {
    assert(!textsBelow(machine.data).includes(text), text);
  }
});

test("a remote that is away keeps verify and repair from no other space", async ({ a, root, url }) => {
  Deno.mkdirSync(`${root}/away`);
  await a.init(`dir:${root}/away`, "team:a");
  await a.init(url);
  await a.run("sync");
  Deno.removeSync(`${root}/away`, { recursive: true });
  for (
    const [name, said] of [["verify", /^me: nothing that was forgotten/], [
      "repair",
      /^me: nothing is wrong/,
    ]] as const
  ) {
    const { code, stdout, stderr } = await a.try(["sync", name]);
    assertMatch(stdout, said);
    assertMatch(stderr, /Cannot use the folder .*`mkdir`/);
    assertEquals(code, 1);
  }
});

test("a remote that is named from the current folder is found from every other", async ({ a, b, root }) => {
  Deno.mkdirSync(`${a.root}/nas`);
  const key = await a.init("dir:../../nas");
  await b.join("dir:../../../a/nas", key);
  await a.save("Deploys need a flag");
  for (const machine of [a, b]) {
    const { code, stderr } = await machine.try(["sync"], { cwd: root });
    assertEquals([code, stderr], [0, ""]);
  }
  assertEquals(b.said(), ["Deploys need a flag"]);
  await a.run("sync", "leave", "--space", "me");
  const { stdout } = await a.try(["sync", "join", "dir:~/nas"], { stdin: `${key}\n` });
  assertMatch(stdout, /^This machine is in the space me now/);
  assertEquals((await a.status()).remote, `dir:${a.root}/nas`);
});

test("a home that was copied is a machine of its own: of two edits none is lost", async ({ a, b, url }) => {
  await a.init(url);
  await a.save("The cache lives for an hour");
  await a.run("sync");
  await new Deno.Command("cp", { args: ["-r", a.data, b.data] }).output();
  b.change(`update memories set project = '${b.project}'`);
  await a.run("memory", "edit", "m1", "--body", "The cache lives for two hours");
  await b.run("memory", "edit", "m1", "--body", "Logs are thrown away after a day");
  await syncAll([a, b, a, b]);
  assertEquals(a.content(), b.content());
  assertEquals(a.said(), ["Logs are thrown away after a day", "The cache lives for two hours"]);
  const [origin, other] = [a, b].map(({ data }) => readSpaces(pathsBelow(data)).origin);
  assert(origin !== other);
});

test("what another machine of mine changed or forgot is told once, and can be undone for ten days", async ({ a, b, url }) => {
  await b.join(url, await a.init(url));
  await a.save("The quokka cache lives for an hour");
  await a.save("Money is an integer of cents");
  await syncAll([a, b]);
  assert(!(await b.hook("session-start", { source: "clear" })).includes("another machine"));
  await a.run("memory", "forget", "m1");
  await a.run("memory", "edit", "m2", "--body", "Money is a float", "--title", "Money");
  await syncAll([a, b]);
  const other = { source: "clear", session_id: "0192f3c4-a5b6-4000-8000-00000000000b" };
  const told = await b.hook("session-start", other);
  assertMatch(told, /another machine of yours changed 1 memory and forgot 1 memory/);
  assert(!b.bytes().includes("quokka"), "what was forgotten is kept sealed");
  assertMatch(await b.run("sync", "verify"), /2 changes of other machines can be undone here/);
  const listed = await b.run("sync", "undo");
  assertMatch(listed, /forgotten/);
  const ids = listed.trim().split("\n").map((line) => line.split(/\s/)[0]!);
  const wrong = await b.try(["sync", "undo", ...ids, "999"]);
  assertMatch(wrong.stderr, /^mneme: Cannot undo 999: there is no such change; /);
  assertEquals(await b.run("sync", "undo"), listed, "nothing is undone");
  const [money] = b.column("select 'm' || id from memories where body = 'Money is a float'");
  await b.run("memory", "edit", String(money), "--title", "Cents");
  assertMatch(
    await b.run("sync", "undo", ...ids, ...ids),
    /^m[12] was changed here since, and that stays; the rest is as it was before\nm3 says again/,
  );
  await syncAll([b, a]);
  const both = ["Money is an integer of cents", "The quokka cache lives for an hour"];
  assertEquals(a.said("status = 'active'"), both);
  assertEquals(a.column("select title from memories where body like 'Money%'"), ["Cents"]);
  await a.run("memory", "forget", "m2");
  await syncAll([a, b]);
  b.change("update sync_changes set at = '2026-01-01T00:00:00.000Z'");
  await b.run("sync");
  assert(!(await b.run("sync", "verify")).includes("can be undone"));
  assertEquals(b.rows("select 1 from sync_changes"), []);
});

/** Runs the command on a terminal of its own and types, once it asks; returns all that the terminal showed. */
async function typedInto(machine: Machine, args: readonly string[], typed: string) {
  const command = [`${DIST}/mneme`, ...args].map((word) => `'${word}'`).join(" ");
  const child = new Deno.Command("script", {
    args: ["-qefc", `exec ${command}`, "/dev/null"],
    cwd: machine.project,
    clearEnv: true,
    env: machine.env,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const keys = child.stdin.getWriter();
  let shown = "";
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    const isAsked = !shown.includes("Key");
    shown += piece;
    if (isAsked && shown.includes("Key")) await keys.write(new TextEncoder().encode(typed));
  }
  const { code } = await child.status;
  await keys.abort().catch(() => {});
  return { code, shown };
}

/** What is typed, made of the key, and how it ends. */
const TYPED: Readonly<Record<string, readonly [typed: (key: string) => string, told: RegExp]>> = {
  "the key in two lines": [(key) => `${key.replace(" ", "\r\n  ")}\r`, /is in the space me/],
  "the key and more": [(key) => `${key}\rmneme sync\r`, /is in the space me/],
  "the key": [(key) => `${key}\r`, /This machine is in the space me now/],
  "the key with a slip": [
    (key) => `x\b\x7f\x7f${key.slice(0, -1)}y\x7f${key.at(-1)}\r`,
    /is in the space me/,
  ],
  "other words": [(key) => `${key} zebra\r`, /mneme: This is not a key: /],
  "Ctrl+C": [(key) => `${key}\x03`, /mneme: Cannot go on without the key; nothing was changed/],
};

const ignore = Deno.build.os !== "linux"; // `script` takes its arguments otherwise elsewhere

test("mneme sync join does not show the key that is typed", async ({ a, root, url }) => {
  const key = await a.init(url);
  for (const [name, [typed, told]] of Object.entries(TYPED)) {
    const machine = new Machine(root, name.replaceAll(" ", "-"));
    const { code, shown } = await typedInto(machine, ["sync", "join", url], typed(key));
    assertEquals([name, code], [name, name.startsWith("the key") ? 0 : 1], shown);
    assertMatch(shown, told);
    for (const [i, word] of key.split(" ").entries()) {
      const pair = `${word} ${key.split(" ")[i + 1]}`;
      assert(!shown.includes(pair), `${name}: shows ${pair}`);
    }
  }
}, { ignore });

// A disk that is full, or fills up in the middle, here or where the folder of a space lies.

const MOUNTS = canMount();
const MEMORIES = 150;
const TEXT = "why it is so, at some length, since a disk is to be filled with it. ".repeat(10);

/** Which disk is full while which machine syncs: "a" has 150 memories to send, "b" has them to take in. */
const CASES = [
  { disk: "shared", syncs: "a", leftKb: [0, 40] },
  { disk: "a/data", syncs: "a", leftKb: [0, 60, 300] },
  { disk: "b/data", syncs: "b", leftKb: [0, 60, 300] },
] as const;
const skipped = MOUNTS ? "" : " (skipped: this machine lets nobody mount)";

for (const { disk, syncs, leftKb } of CASES) {
  for (const left of leftKb) {
    const name =
      `a full disk at ${disk} with ${left} KB left stops a sync with one line, and the next one goes on`;
    test(name + skipped, async ({ a, b, [syncs]: machine, root, url }) => {
      await b.join(url, await a.init(url));
      const bodies = Array.from({ length: MEMORIES }, (_, i) => `step ${i}: ${TEXT}${i}`);
      await a.import(bodies.map((body) => ({ category: "RUNBOOK", body })));
      if (machine === b) await a.run("sync");
      const folder = `${root}/${disk}`;
      Deno.renameSync(folder, `${folder}.saved`);
      for (const path of [folder, `${folder}.after`]) Deno.mkdirSync(path);
      const { code, stderr } = await machine.try(["sync"], { within: fullDisk(folder, left) });
      Deno.removeSync(folder);
      Deno.renameSync(`${folder}.after`, folder);
      assertEquals([code, stderr.trim().split("\n").length], [1, 1], stderr);
      assertMatch(stderr, /^mneme: .*(disk|No space left)/); // SQLite's own words are "disk I/O error" where all is full
      assertEquals(filesBelow(`${root}/shared`).filter((path) => !/\.ops$|identity$/.test(path)), []);
      await syncAll([a, b, a]);
      assertEquals(b.content(), a.content());
      assertEquals(b.content().length, MEMORIES);
      const { refused, last_error } = await machine.status();
      assertEquals([refused, last_error], [0, null]);
      assert(machine.rows("pragma integrity_check").every((row) => row.integrity_check === "ok"));
    }, { ignore: !MOUNTS });
  }
}

test("sync init makes no space, whose key would not be shown, while the database cannot be used", async ({ a, b, root, url }) => {
  assertMatch((await b.try(["sync", "init", `git:${root}/none`])).stderr, /: fatal: .* be a git repository/);
  await a.save("A newer program has made this database");
  a.change("pragma user_version = 99");
  const { code, stdout } = await a.try(["sync", "init", url]);
  assertEquals([code, stdout, namesIn(`${root}/shared`)], [1, "", []]);
});
