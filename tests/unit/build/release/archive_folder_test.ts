import fc from "fast-check";
import { assert, assertEquals, assertRejects, assertThrows } from "../../../_support/assert.ts";
import { archiveFolder, writeTar } from "../../../../src/build/release/archive_folder.ts";
import { tarHeader } from "../../../../src/build/release/tar_writer.ts";
import { readTarFile } from "../../../../src/build/tar.ts";

/** A throw-away folder called `release`, in one of its own. */
class Folder implements Disposable {
  readonly root = Deno.makeTempDirSync({ prefix: "mneme archive " });
  readonly path = `${this.root}/release`;

  constructor(files: Readonly<Record<string, { text: string; mode?: number; time?: number }>>) {
    Deno.mkdirSync(this.path);
    for (const [name, { text, mode = 0o644, time = 0 }] of Object.entries(files)) {
      Deno.writeTextFileSync(`${this.path}/${name}`, text);
      Deno.chmodSync(`${this.path}/${name}`, mode);
      Deno.utimeSync(`${this.path}/${name}`, time, time);
    }
  }

  async tar(): Promise<Uint8Array<ArrayBuffer>> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    await writeTar(this.path, async (bytes) => void await pieces.push(bytes));
    return await new Blob(pieces).bytes();
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

function run(program: string, ...args: string[]): string {
  const { success, stdout, stderr } = new Deno.Command(program, { args, env: { TZ: "UTC", LC_ALL: "C" } })
    .outputSync();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test("equal folders give equal archives, whenever and in whatever order they were made", async () => {
  using one = new Folder({ a: { text: "first", time: 1e9 }, b: { text: "second", mode: 0o755 } });
  using other = new Folder({ b: { text: "second", mode: 0o700, time: 5 }, a: { text: "first" } });
  assertEquals(await one.tar(), await other.tar());
  for (const folder of [one, other]) await archiveFolder(folder.path, `${folder.root}/release.tar.xz`);
  assertEquals(
    Deno.readFileSync(`${one.root}/release.tar.xz`),
    Deno.readFileSync(`${other.root}/release.tar.xz`),
  );
  using changed = new Folder({ a: { text: "first" }, b: { text: "second" } });
  assert(!equal(await one.tar(), await changed.tar()));
});

Deno.test({
  name: "plain tar opens the archive: sorted, owner 0, a fixed time, and one file for equal bytes",
  ignore: Deno.build.os !== "linux", // other tars list in other words
  fn: listsAndUnpacks,
});

async function listsAndUnpacks(): Promise<void> {
  using folder = new Folder({
    stop: { text: "program", mode: 0o755 },
    README: { text: "text" },
    session: { text: "program", mode: 0o755 },
    copy: { text: "text", mode: 0o755 },
  });
  const archive = `${folder.root}/release.tar.xz`;
  await archiveFolder(folder.path, archive);
  assertEquals(
    run("tar", "--numeric-owner", "-tvf", archive).trimEnd().split("\n").map((line) =>
      line.replace(/ +/g, " ")
    ),
    [
      "drwxr-xr-x 0/0 0 2000-01-01 00:00 release/",
      "-rw-r--r-- 0/0 4 2000-01-01 00:00 release/README",
      "-rwxr-xr-x 0/0 4 2000-01-01 00:00 release/copy",
      "-rwxr-xr-x 0/0 7 2000-01-01 00:00 release/session",
      "hrwxr-xr-x 0/0 0 2000-01-01 00:00 release/stop link to release/session",
    ],
  );
  Deno.mkdirSync(`${folder.root}/out`);
  run("tar", "-xf", archive, "-C", `${folder.root}/out`);
  assertEquals(Deno.readTextFileSync(`${folder.root}/out/release/stop`), "program");
  const inode = (name: string) => Deno.statSync(`${folder.root}/out/release/${name}`).ino;
  assertEquals(inode("stop"), inode("session"));
  assert(inode("copy") !== inode("README"));
}

Deno.test("an archive that cannot be written is refused in one line, and nothing stays of it", async () => {
  using folder = new Folder({ README: { text: "text" } });
  const archive = `${folder.root}/none/release.tar.xz`;
  await assertRejects(
    archiveFolder(folder.path, archive),
    /^BuildError: Cannot compress .*: No such file[^\n]*; see what/,
  );
  Deno.mkdirSync(`${folder.path}/inner`);
  await assertRejects(
    archiveFolder(folder.path, `${folder.root}/release.tar.xz`),
    /^BuildError: Cannot archive .*\/inner: it is not a file; /,
  );
  assertEquals([...Deno.readDirSync(folder.root)].map(({ name }) => name), ["release"]);
});

Deno.test("whatever is archived comes out again", async () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9._-]{0,60}$/);
  const files = fc.dictionary(name, fc.string({ maxLength: 1500 }).map((text) => ({ text })), { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(files, async (wanted) => {
      using folder = new Folder({ ...wanted });
      const archive = await folder.tar();
      assertEquals(archive.length % 512, 0);
      const seen = new Set<string>();
      for (const [file, { text }] of Object.entries(wanted)) {
        if (seen.has(text)) continue; // a link has no bytes of its own
        const equals = Object.keys(wanted).filter((other) => wanted[other]?.text === text).sort();
        seen.add(text);
        assertEquals(new TextDecoder().decode(readTarFile(archive, `release/${equals[0]}`)), text, file);
      }
    }),
    { numRuns: 40 },
  );
});

Deno.test("a name that a header cannot hold is refused", () => {
  const name = "a".repeat(101);
  assertThrows(
    () => tarHeader({ kind: "file", name, size: 1, isExecutable: false }),
    /a name may have 100 bytes/,
  );
  assertThrows(
    () => tarHeader({ kind: "file", name: "a", size: 8 ** 11, isExecutable: false }),
    /the limit is 8 GiB/,
  );
});

function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}
