import { UserError } from "../../src/base/user_error.ts";
import { wholeAddress } from "../../src/cli/sync/open_space.ts";
import { pathsBelow } from "../../src/machine/paths.ts";
import { decodeEvidence, encodeEvidence } from "../../src/memory/memory_evidence.ts";
import { ownedName } from "../../src/sync/members.ts";
import { passwordFile, passwordIn, PostgresRemote } from "../../src/sync/postgres_remote.ts";
import {
  fromPortable,
  hasForeignName,
  nameInConfig,
  normalisedRemote,
  projectName,
  toPortable,
} from "../../src/sync/portable.ts";
import type { SyncedRow } from "../../src/sync/rows.ts";
import { type OperationHead, unusable, withoutPassword } from "../../src/sync/remote.ts";
import { Seal } from "../../src/sync/sealing.ts";
import { keyFromWords, keyWords, newKey, readSpaces, spaceId, type SpaceKey } from "../../src/sync/spaces.ts";
import { assert, assertEquals, assertMatch, assertThrows } from "../_support/assert.ts";
import { testVerdicts } from "../_support/cases.ts";
import { test } from "../_support/test_home.ts";
import { Environment } from "../_support/with_environment.ts";

const HEAD: OperationHead = {
  space: spaceId("me"),
  record: "0192f3c4-a5b6-7000-a000-000000000000",
  stamp: "0192f3c4a5b6-0000-1a2b3c4d",
  kind: "memory",
};

Deno.test("Seal opens what it sealed, and holds nothing of it in the open", () => {
  const seal = sealOf(newKey());
  const body = { text: "we deploy on Fridays" };
  const sealed = seal.seal(HEAD, body);
  assertEquals(seal.open(HEAD, sealed), { body, member: undefined });
  assert(!new TextDecoder("latin1").decode(sealed).includes("Friday"));
  const again = seal.seal(HEAD, body);
  assert(again.toHex() !== sealed.toHex(), "each has a key of its own");
});

Deno.test("Seal opens nothing that was changed, moved to another record or sealed with another key", () => {
  const seal = sealOf(newKey());
  const sealed = seal.seal(HEAD, { text: "a" });
  for (let i = 0; i < sealed.length; i++) {
    const changed = sealed.slice();
    changed[i] = changed[i]! ^ 1;
    assertEquals(typeof seal.open(HEAD, changed), "string", `byte ${i}`);
  }
  for (const change of [{ record: HEAD.space }, { kind: "value" as const }]) {
    assertEquals(seal.open({ ...HEAD, ...change }, sealed), "broken");
  }
  assertEquals(seal.open({ ...HEAD, space: "x" }, sealed), "foreign");
  assertMatch(String(sealOf(newKey()).open(HEAD, sealed)), /no-key/);
  assertEquals(seal.open(HEAD, sealed.slice(0, 40)), "broken");
  assertEquals(seal.open(HEAD, new Uint8Array()), "broken");
  assertEquals(seal.open(HEAD, Uint8Array.of(2)), "form", "of a newer mneme");
});

Deno.test("Seal reads with older keys and compares texts as before after a new key", () => {
  const [old, young] = [newKey(), newKey()];
  const [before, after] = [sealOf(old), sealOf(young, old)];
  assertEquals(after.open(HEAD, before.seal(HEAD, 1)), { body: 1, member: undefined });
  assertMatch(String(before.open(HEAD, after.seal(HEAD, 1))), /no-key/);
  assertEquals(after.digest("a"), before.digest("a"));
  const ended = new Seal({ name: "me", keys: [young], retired: [old] });
  assertMatch(String(ended.open(HEAD, before.seal(HEAD, 1))), /old-key/);
  assertEquals(ended.digest("a"), before.digest("a"));
});

Deno.test("Seal opens in a team only what the owner of the record has signed", () => {
  const [key, ben, anna] = [newKey(), newKey(), newKey()];
  const team = (member: SpaceKey) => new Seal({ name: "team:web", keys: [key], member });
  const [hers, his] = [team(anna), team(ben)];
  const record = hers.recordOf("a memory");
  const head = { ...HEAD, record, space: spaceId("team:web") };
  const opened = his.open(head, hers.seal(head, { text: "a" }));
  assert(typeof opened !== "string");
  assertEquals([opened.body, ownedName(record, opened.member!)], [{ text: "a" }, record]);
  assertMatch(String(hers.open(head, his.seal(head, { text: "b" }))), /unsigned/);
  const unsigned = new Seal({ name: "me", keys: [key] });
  assertMatch(String(hers.open(head, unsigned.seal(head, { text: "c" }))), /unsigned/);
  const resealed = hers.resealed(head, his.seal(head, { text: "b" }));
  assertMatch(String(hers.open(head, resealed)), /unsigned/);
});

function sealOf(...keys: SpaceKey[]): Seal {
  return new Seal({ name: "me", keys });
}

Deno.test("keyFromWords() takes the words back however they are pasted, and names says nothing of a slip's words", () => {
  const key = newKey();
  const words = keyWords(key);
  assertEquals(words.split(" ").length, 24);
  assertEquals(keyFromWords(`  ${words.toUpperCase().replaceAll(" ", "\n ")}\n`), key);
  for (const wrong of ["", "abandon", `${words} able`, words.replace(/\w+$/, "xyz")]) {
    assertThrows(() => keyFromWords(wrong), (error: unknown) => {
      return error instanceof UserError && !error.message.includes(words.split(" ").slice(0, 3).join(" "));
    });
  }
});

test("readSpaces() calls a file damaged that lacks the keys of a space", (home) => {
  Deno.mkdirSync(`${home.root}/sync`, { recursive: true });
  for (const space of [null, { keys: [] }, { retired: [] }, { keys: null, retired: [] }]) {
    const text = JSON.stringify({ person: "00", spaces: [space] });
    Deno.writeTextFileSync(`${home.root}/sync/spaces.json`, text);
    assertThrows(() => readSpaces(pathsBelow(home.root)), UserError, "it is damaged");
  }
});

test("projectName() takes the remote, then the file, and names a part by its repository", (home) => {
  const root = `${home.root}/web`;
  Deno.mkdirSync(`${root}/packages/api`, { recursive: true });
  if (Deno.build.os !== "windows") Deno.symlinkSync("/dev/zero", `${root}/packages/api/.mneme-project`);
  Deno.writeFileSync(`${root}/.mneme-project`, Uint8Array.fromHex("fffe77000d000a00")); // of `echo w >` in PowerShell 5
  assertEquals([projectName(root), hasForeignName(root)], [undefined, false]);
  Deno.writeTextFileSync(`${root}/.mneme-project`, "acme-web\nmore\n");
  assertEquals(projectName(root), "acme-web");
  assertEquals(projectName(`${root}/packages/api`), "acme-web/packages/api");
  for (const foreign of ["github.com/acme/web", "git@github.com:acme/web", "git.acme.io"]) {
    home.write("zip/.mneme-project", foreign); // anybody can write that, and name the folders below
    const web = `${home.root}/zip/web`;
    assertEquals([projectName(web), hasForeignName(web)], [undefined, true], foreign);
  }
  home.write("site/.mneme-project", "my-site.io");
  assertEquals(projectName(`${home.root}/site`), "my-site.io");
  const remotes =
    '[remote "up"]\n\turl = a@b.c:d/e\n[remote "origin"]\n\turl = git@github.com:Acme/web.git\n';
  home.write("web/.git/config", `[core]\n\tbare = false\n${remotes}`);
  assertEquals(projectName(root), "github.com/acme/web");
  assertEquals(projectName("github.com/acme/other"), "github.com/acme/other");
  home.write("bare/.bare/config", remotes); // a bare repository with a folder for each branch
  home.write("bare/.bare/worktrees/b/commondir", "../..\n");
  home.write("bare/.git", "gitdir: ./.bare\n");
  home.write("bare/b/.git", `gitdir: ${home.root}/bare/.bare/worktrees/b\n`);
  for (const part of ["", "/b"]) assertEquals(projectName(`${home.root}/bare${part}`), "github.com/acme/web");
  home.write("web/.git/modules/sub/config", '[remote "origin"]\n\turl = git@github.com:acme/sub.git\n');
  home.write("web/sub/.git", "gitdir: ../.git/modules/sub\n");
  assertEquals(
    projectName(`${root}/sub`),
    "github.com/acme/web/sub",
    "its name before mneme read such files",
  );
  home.write("web/.git/config", "");
  assertEquals(projectName(`${root}/sub`), "acme-web/sub");
  Deno.removeSync(`${root}/.mneme-project`);
  assertEquals(projectName(`${root}/sub`), "github.com/acme/sub");
});

testVerdicts(import.meta.filename, {
  normalisedRemote,
  nameInConfig,
  withoutPassword,
  showsPassword: (text: string) => withoutPassword(text).includes("secret"),
  reasonOfServer: (text: string) => unusable("a", "b", new Error(text)).message,
  wholeAddress: (typed: string) => wholeAddress(typed).replace(Deno.cwd(), "CWD"),
});

Deno.test("passwordIn() reads a line of ~/.pgpass as libpq does", () => {
  const text = "# a:5432:*:*:no\nother:5432:*:*:no\nh:*:db:me:a\\:b\\\\c\n*:*:*:*:last\n";
  assertEquals(passwordIn(text, ["h", "5432", "db", "me"]), "a:b\\c");
  assertEquals(passwordIn(text, ["h", "5432", "x", "me"]), "last");
  assertEquals(passwordIn("", ["h", "5432", "db", "me"]), undefined);
  assertEquals(passwordIn(text.replaceAll("\n", "\r\n"), ["h", "5432", "x", "me"]), "last");
});

Deno.test("passwordFile() is where libpq looks on each system", () => {
  using _environment = new Environment({ PGPASSFILE: null, HOME: "/home/me", APPDATA: "C:\\Roaming" });
  assertEquals(passwordFile("linux"), "/home/me/.pgpass");
  assertEquals(passwordFile("windows"), "C:\\Roaming\\postgresql\\pgpass.conf");
  Deno.env.set("PGPASSFILE", "/elsewhere");
  assertEquals(passwordFile("windows"), "/elsewhere");
});

Deno.test("PostgresRemote refuses with a reason when the server goes away after a connection, and leaves no error of its own", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    for await (const connection of listener) {
      const chunk = new Uint8Array(1000);
      await connection.read(chunk); // the startup message
      await connection.write(new Uint8Array([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])); // let in, ready
      await connection.read(chunk); // the first query
      connection.close();
    }
  })().catch(() => {});
  const url = `postgres://u@127.0.0.1:${listener.addr.port}/mneme`;
  const refused = await PostgresRemote.open({ url, space: "s", name: "me", folder: "" }).catch((
    error: Error,
  ) => error);
  assert(refused instanceof UserError, String(refused));
  listener.close();
  await serving;
});

Deno.test("PostgresRemote looks up no name for an IPv6 address", async () => {
  const url = "postgres://u@[::1]:1/mneme";
  const refused = await PostgresRemote.open({ url, space: "s", name: "me", folder: "" }).catch(String);
  assertMatch(String(refused), /CONN|ADDR/); // refused, or a machine without IPv6
});

const AT = "2026-03-01T10:00:00.000Z";

/** A row of the project `acme/shop`, as it is sent. */
function sentRow(fields: SyncedRow["fields"], lists: SyncedRow["lists"]) {
  const row = { ref: "1", author: null, link: null, fields, lists, changedAt: 0 };
  return toPortable(row, { nameOf: () => "acme/shop" })!;
}

/** A project's folder, a file of it as that machine says it, one that lies elsewhere, and the file from the folder. */
const MACHINES = {
  linux: ["/home/ann/shop", "/home/ann/shop/src/cart.py", "/etc/hosts", "src/cart.py"],
  windows: ["C:\\work\\shop", "C:\\work\\shop\\src\\cart.py", "C:\\Windows\\hosts", "src\\cart.py"],
} as const;

for (const [from, [project, file, other, inProject]] of Object.entries(MACHINES)) {
  for (const [to, [folder, , , found]] of Object.entries(MACHINES)) {
    Deno.test(`a file that ${from} names is the file of the project on ${to}`, () => {
      const sent = sentRow({ project, body: "b" }, { files: [file, other, inProject] });
      assertEquals(sent.lists.files, ["./src/cart.py", other, "./src/cart.py"]);
      const arrived = fromPortable(sent, { folderOf: () => folder });
      assertEquals([arrived.fields.project, arrived.lists.files], [folder, [found, other, found]]);
    });
  }
}

for (const project of ["/home/ann/shop", null]) {
  Deno.test(`evidence is sent without the numbers of rows, from ${project ?? "a memory for every project"}`, () => {
    const evidence = encodeEvidence({
      ...{ quote: "Use pnpm", uuid: undefined, offset: undefined, cues: [] },
      edited: { at: AT, left: [{ table: "prompts", id: 7 }], keys: [] },
    });
    const sent = sentRow({ project, evidence }, {});
    assertEquals(decodeEvidence(String(sent.fields.evidence)).edited?.left, []);
  });
}
