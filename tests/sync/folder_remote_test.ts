import { uuidsNow } from "../../src/sync/stamp.ts";
import { FolderRemote } from "../../src/sync/folder_remote.ts";
import { encodeOperation, type Operation, type Remote } from "../../src/sync/remote.ts";
import { spaceId } from "../../src/sync/spaces.ts";
import { amidLinks } from "../_support/amid_links.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { filesBelow, test, TestHome } from "../_support/test_home.ts";
import { assertMode, onlyWith } from "../_support/windows.ts";

const SPACE = spaceId("me");

function operations(count: number): Operation[] {
  return uuidsNow(count).map((id, i) => ({
    ...{ id, space: SPACE, record: id, kind: "memory" },
    ...{ stamp: "0192f3c4a5b6-0000-1a2b3c4d", origin: "1a2b3c4d" },
    sealed: new TextEncoder().encode(`sealed ${i}.`),
  }));
}

function open(home: TestHome, isNew = true): FolderRemote {
  return FolderRemote.open({ url: `dir:${home.root}`, space: SPACE, name: "me", folder: home.root, isNew });
}

async function pulled(remote: Remote, ids?: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const page of remote.read(ids ?? await remote.ids())) found.push(...page.map(({ id }) => id));
  return found;
}

/** Every file of operations in the folder, and what lies in them all. */
function files(home: TestHome): { readonly names: string[]; readonly text: string } {
  const names = filesBelow(`${home.root}/mneme-${SPACE}`).filter((path) => !path.endsWith("/identity"));
  const lines = names.flatMap((name) => Deno.readTextFileSync(name).trimEnd().split("\n"));
  const bodies = lines.map((line) =>
    new TextDecoder().decode(Uint8Array.fromBase64(JSON.parse(line).sealed))
  );
  return { names, text: bodies.sort().join(" ") };
}

test("FolderRemote keeps what was sent together in few files, and takes single ones out of them", async (home) => {
  Deno.chmodSync(home.root, 0o770);
  const before = Deno.umask(0o077);
  const remote = open(home);
  const sent = operations(130);
  const idsOf = (some: readonly Operation[]) => some.map(({ id }) => id).sort(); // three batches of one moment
  await remote.push(sent, []);
  Deno.umask(before);
  const modes = files(home).names.map((name) => Deno.statSync(name).mode! & 0o777);
  assertEquals(modes, [0o660, 0o660, 0o660], "as the folder, whatever the umask");
  assertEquals(await pulled(remote), idsOf(sent));
  await remote.push([], [sent[3]!.id, sent[70]!.id, ...sent.slice(128).map(({ id }) => id)]);
  const left = idsOf(sent.filter((_, i) => i !== 3 && i !== 70 && i < 128));
  assertEquals([await pulled(remote), await remote.ids()], [left, left]);
  assertEquals(files(home).names.length, 2);
  assert(!/sealed (3|70|128|129)\./.test(files(home).text), "what was taken away lies there");
  const listed: unknown[] = [];
  const { readDirSync } = Deno;
  Deno.readDirSync = (path) => readDirSync((listed.push(path), path));
  await remote.push(operations(1), []);
  assertEquals(await pulled(remote, []), []);
  Deno.readDirSync = readDirSync;
  assertEquals(listed, [], "a NAS takes long to list a folder");
});

test("FolderRemote takes away what two machines took away at once, each in a file of its own", async (home) => {
  const remote = open(home);
  const sent = operations(4);
  await remote.push(sent, []);
  const [whole] = files(home).names;
  const text = Deno.readTextFileSync(whole!);
  await remote.push([], [sent[0]!.id]);
  // The other machine had read the batch before, and its copy comes with what it left there.
  Deno.writeTextFileSync(whole!, text);
  Deno.writeTextFileSync(whole!.replace(".f.ops", ".b.ops"), text.split("\n").toSpliced(2, 1).join("\n"));
  const left = [sent[1]!.id, sent[3]!.id];
  const listedBefore = sent.map(({ id }) => id);
  assertEquals(await pulled(remote, listedBefore), left);
  assertEquals([await remote.ids(), await pulled(remote)], [left, left]);
  assertEquals(files(home).text, "sealed 1. sealed 3.");
  assertEquals(files(home).names.length, 1);
});

test("FolderRemote waits for a file that is still being copied, and takes nothing else for one", async (home) => {
  const remote = open(home);
  const [one, two, three] = operations(3) as [Operation, Operation, Operation];
  await remote.push([one, two], []);
  const [file = ""] = files(home).names;
  const whole = Deno.readTextFileSync(file);
  Deno.writeTextFileSync(file, whole.slice(0, -30));
  assertEquals(await pulled(remote), [one.id]);
  await remote.push([], [one.id]);
  Deno.writeTextFileSync(file, whole);
  assertEquals(await pulled(remote), [one.id, two.id], "the rest could not be written without losing one");
  const stray = [
    file.replace(".3.ops", ".sync-conflict-20261122.3.ops"), // a copy that Syncthing made
    file.replace(/[^/]*$/, "notes.txt"),
    file.replace(".3.ops", `.3.ops.1-x.tmp`), // a machine was killed while it wrote
  ];
  for (const name of stray) Deno.writeTextFileSync(name, encodeOperation(three));
  Deno.utimeSync(stray[2]!, new Date(0), new Date(0));
  assertEquals(await pulled(remote), [one.id, two.id]);
  assertEquals(files(home).names.filter((name) => name.endsWith(".tmp")), []);
});

onlyWith("links", TestHome).test(
  "FolderRemote sets no mode of what another member puts in a file's or a folder's place",
  async (home) => {
    Deno.chmodSync(home.root, 0o777);
    const remote = open(home);
    await amidLinks(home.root, () => remote.push(operations(1), []));
    assertMode(`${home.root}/taken`, 0o666);
  },
);
