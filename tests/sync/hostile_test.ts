// What whoever runs a remote, or may write to it, can do to this machine and to the others: as cases.
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { casesOf } from "../_support/cases.ts";
import { spaceId } from "../../src/sync/spaces.ts";
import { Machine, test } from "./_support/machines.ts";
import { PostgresServer } from "./_support/postgres_server.ts";
import { git, textsBelow } from "./_support/remotes.ts";

const TEAM = "team:web";

/** What a member of one space does on the server, and what it gets: rows, or the beginning of the refusal. */
const BY_A_MEMBER = casesOf<[statement: string, wanted: string | number]>(
  import.meta.filename,
  "_by_a_member",
);

test("PostgreSQL: a member sees and changes nothing but its own spaces, until it is none", async ({ anna, ben }) => {
  await using server = await PostgresServer.start();
  if (server === undefined) return;
  await server.run("postgres", "create role ben login", "create role eve login");
  const [address, url] = [server.url("mneme"), server.url("mneme", "ben")];
  const sealed = await anna.try(["sync", "init", `${address}?sslmode=require`]);
  assertEquals(sealed.code, 1, "this server has no TLS");
  await anna.init(address);
  const key = await anna.init(address, TEAM);
  await anna.share("Releases need the zanzibar flag");
  const early = await ben.try(["sync", "join", url, "--space", TEAM, "--as", "ben"], { stdin: key });
  assertEquals(early.code, 1);
  await anna.run("sync", "member", "ben", "--space", TEAM);
  await anna.run("sync", "member", "eve", "--space", "me");
  for (const user of [["bem"], ["bem", "--remove"], ["public"], ["none"], ["current_user"]]) {
    assertMatch((await anna.try(["sync", "member", "--space", TEAM, ...user])).stderr, /: There is no user /);
  }
  const strange = 'ben.s"@x; drop table mneme_members; --';
  await server.run("postgres", `create role "${strange.replaceAll('"', '""')}" login`);
  await anna.run("sync", "member", strange, "--space", TEAM);
  await anna.run("sync", "member", strange, "--space", TEAM, "--remove");
  const misspelt = await server.run("mneme", "select 1 from mneme_members where member in ('bem', 'public')");
  assertEquals(misspelt, "[]", "a later user of this name would see the space");
  const { default: postgres } = await import("postgres");
  await using sql = Object.assign(postgres(url, { max: 1 }), { [Symbol.asyncDispose]: () => sql.end() });
  for (const [words, wanted] of BY_A_MEMBER) {
    const statement = words.replace("{me}", spaceId("me")).replace("{team}", spaceId(TEAM));
    const got = await sql.unsafe(statement).then((rows) => rows.length, (error: Error) => error.message);
    if (typeof wanted === "number") assertEquals([statement, got], [statement, wanted]);
    else assert(String(got).startsWith(wanted), `${statement}: ${got}`);
  }

  await ben.join(url, key, TEAM);
  await ben.share("Ben has an own one");
  assertEquals(ben.said(), ["Ben has an own one", "anna: Releases need the zanzibar flag"]);
  await (await server.crash())();
  await anna.run("sync");
  assertEquals(anna.said("author = 'ben'"), ["ben: Ben has an own one"]);
  await anna.run("sync", "member", "ben", "--space", TEAM, "--remove");
  await anna.save("Written after Ben had left");
  await anna.run("sync");
  assertEquals((await ben.try(["sync"])).code, 1);
  assertEquals(ben.said("body like 'Written after%'"), []);
});

/** Addresses that cannot be used, each with a password. */
const WRONG = [
  "postgres://me:hunter2@[bad/mneme",
  "postgres://me:hun@ter2@127.0.0.1:1/mneme",
  "postgres://127.0.0.1:1/mneme?user=me&password=hunter2",
  "git:https://me:hunter2@127.0.0.1:1/x.git",
  "git:ext::sh -c 'echo hunter2 >&2'",
  "ftp://me:hunter2@127.0.0.1/x",
];

test("no message and no log says the password of a remote, and no address runs a program", async ({ a, url }) => {
  for (const wrong of WRONG) {
    const { code, stdout, stderr } = await a.try(["sync", "init", wrong]);
    assertEquals([wrong, code], [wrong, 1]);
    const said = stdout + stderr;
    assert(!/hunter2|ter2/.test(said.replace("echo hunter2", "")), `${wrong}: ${said}`);
    assertEquals(stderr.trim().split("\n").length <= 2, true, stderr);
  }
  const file = `${a.data}/sync/spaces.json`;
  await a.init(url);
  Deno.writeTextFileSync(file, Deno.readTextFileSync(file).replace(/dir:[^"]*/, WRONG[0]!));
  const synced = await a.try(["sync"]);
  assertEquals(synced.code, 1);
  assert(!/hunter2/.test(synced.stdout + synced.stderr + await a.run("sync", "status")));
  Deno.removeSync(file);
  assert(!/hunter2/.test(textsBelow(a.data)), "a log or the database holds it");
});

test("PostgreSQL: the password comes from the address, PGPASSWORD or a ~/.pgpass that is one's own", async ({ root }) => {
  await using server = await PostgresServer.start();
  if (server === undefined) return;
  await server.run("postgres", "create role ben login password 'hunter2'");
  await server.run("mneme", "grant all on schema public to ben");
  await server.askPassword("ben");
  const url = server.url("mneme", "ben");
  const line = `127.0.0.1:${server.port}:mneme:ben:hunter2\n`;
  type Given = { code: number; url?: string; env?: Record<string, string>; file?: string; mode?: number };
  const cases: Readonly<Record<string, Given>> = {
    "none": { code: 1 },
    "a wrong one": { code: 1, url: url.replace("ben@", "ben:no@") },
    "in the address": { code: 0, url: url.replace("ben@", "ben:hunter2@") },
    "behind the address": { code: 0, url: `${url}?password=hunter2&channel_binding=prefer` },
    "in PGPASSWORD": { code: 0, env: { PGPASSWORD: "hunter2" } },
    "in ~/.pgpass": { code: 0, file: line, mode: 0o600 },
    "in ~/.pgpass, with PGHOST and PGPORT": {
      ...{ code: 0, url: "postgres:///mneme?user=ben", file: line, mode: 0o600 },
      env: { PGHOST: "127.0.0.1", PGPORT: `${server.port}` },
    },
    "in a ~/.pgpass that others may read": { code: 1, file: line, mode: 0o644 },
  };
  for (const [i, [name, given]] of Object.entries(cases).entries()) {
    const { file, mode = 0, env = {} } = given;
    const machine = new Machine(root, `m${i}`);
    if (file !== undefined) Deno.writeTextFileSync(`${machine.root}/.pgpass`, file, { mode });
    const words = ["sync", "init", given.url ?? url, "--space", `team:t${i}`, "--as", "m"];
    const { code, stdout, stderr } = await machine.try(words, { env });
    assertEquals([name, code], [name, given.code], stderr);
    assert(!(stdout + stderr).includes("hunter2"), name);
  }
});

test("git: what others put on the branch stops nothing, and goes no further", async ({ a, b, root }) => {
  const bare = `${root}/shared.git`;
  const branch = `refs/heads/mneme-${spaceId("me")}`;
  await git(root, ["init", "--quiet", "--bare", bare]);
  const made = async (args: readonly string[], stdin = "") => (await git(bare, args, stdin)).trim();
  const key = await a.init(`git:${bare}`);
  await a.save("Releases need the zanzibar flag");
  await a.run("sync");
  await b.join(`git:${bare}`, key);
  const blob = await made(["hash-object", "-w", "--stdin"], "zwölf Käse – no operation\n");
  const large = await made(["hash-object", "-w", "--stdin"], "x".repeat(2e6));
  const strange = [
    `100644 blob ${large}\t0192f3c4-a5b6-7000-a000-000000000002.op`, // of some gigabytes, it would stop each sync
    `100644 blob ${blob}\t0192f3c4-a5b6-7000-a000-000000000000.op`,
    `120000 blob ${blob}\t0192f3c4-a5b6-7000-a000-000000000001.op`,
    `100644 blob ${blob}\tidentity`,
    `100644 blob ${blob}\tx\n100644 blob ${blob}\ty.op`,
  ];
  const folder = await made(["mktree", "-z"], strange.map((line) => `${line}\0`).join(""));
  const tree = await made(["mktree"], `${await made(["ls-tree", branch])}\n040000 tree ${folder}\t00\n`);
  await made(["update-ref", branch, await made(["commit-tree", tree, "-m", "x"])]);
  await b.save("From the other machine");
  await b.run("sync");
  await a.run("sync");
  assertEquals([a.content().length, a.content()], [2, b.content()]);
  const paths = await made(["ls-tree", "-r", "--name-only", branch]);
  assert(!/0192f3c4-a5b6-7000-a000-00000000000[12]|y\.op|00\/identity/.test(paths), paths);
});

test("PostgreSQL: TLS is as the address says", async ({ b, root }) => {
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", `${root}/key.pem`, "-out", `${root}/cert.pem`];
  const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...names, ...files];
  const made = await new Deno.Command("openssl", { args, stderr: "null" }).output().catch(() => undefined);
  if (made?.success !== true) return console.warn("No openssl, so the test of TLS is left out");
  await using server = await PostgresServer.start(root);
  if (server === undefined) return;
  const url = server.url("mneme").replace("127.0.0.1", "localhost");
  const cases: Readonly<Record<string, RegExp>> = {
    "?sslmode=verify-full": /certificate/i,
    "?sslmode=verify-full&sslrootcert=system": /certificate/i,
    [`?sslmode=verify-full&sslrootcert=${root}/none.pem`]: /none\.pem/,
    [`?sslmode=verify-full&sslrootcert=${root}/cert.pem`]: /^$/,
  };
  for (const [query, wanted] of Object.entries(cases)) {
    const a = new Machine(root, `a${Object.keys(cases).indexOf(query)}`);
    assertMatch((await a.try(["sync", "init", url + query])).stderr, wanted);
  }
  await b.init(`${url}?sslmode=require`, TEAM);
  assertMatch(server.log(), /TLSv1\.\d/);
});
