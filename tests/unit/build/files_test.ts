import { archiveFolder } from "../../../src/build/archive.ts";
import { lockBuild } from "../../../src/build/files.ts";
import { assert, assertEquals, assertRejects } from "../../_support/assert.ts";
import { TestHome } from "../../_support/test_home.ts";
import { notOnWindows } from "../../_support/windows.ts";

Deno.test("lockBuild lets a second build in only when the first is done", async () => {
  using home = new TestHome();
  const path = `${home.project}/build/lock`;
  const order: string[] = [];
  const first = await lockBuild(path);
  const second = lockBuild(path).then((lock) => {
    order.push("second");
    return lock;
  });
  await Deno.stat(path);
  order.push("first done");
  first[Symbol.dispose]();
  (await second)[Symbol.dispose]();
  assertEquals(order, ["first done", "second"]);
  assert((await Deno.stat(path)).isFile);
});

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

  async archive(): Promise<Uint8Array> {
    await archiveFolder(this.path, `${this.root}/release.tar.xz`);
    return await Deno.readFile(`${this.root}/release.tar.xz`);
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

notOnWindows("scripts", "equal folders give equal archives, made in any order at any time", async () => {
  using one = new Folder({ a: { text: "first", time: 1e9 }, b: { text: "second", mode: 0o755 } });
  using other = new Folder({ b: { text: "second", mode: 0o700, time: 5 }, a: { text: "first" } });
  const bytes = (await one.archive()).toHex();
  assertEquals((await other.archive()).toHex(), bytes);
  using changed = new Folder({ a: { text: "first" }, b: { text: "second" } });
  assert((await changed.archive()).toHex() !== bytes);
});

Deno.test({
  name: "plain tar opens the archive: sorted, owner 0, a fixed time, and one file under its names",
  ignore: Deno.build.os !== "linux", // other tars list in other words
  fn: listsAndUnpacks,
});

async function listsAndUnpacks(): Promise<void> {
  using folder = new Folder({
    stop: { text: "program", mode: 0o755 },
    README: { text: "text" },
    copy: { text: "text", mode: 0o755 },
  });
  Deno.linkSync(`${folder.path}/stop`, `${folder.path}/session`);
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

notOnWindows("scripts", "an archive that cannot be written is refused, and nothing stays of it", async () => {
  using folder = new Folder({ README: { text: "text" } });
  const archive = `${folder.root}/none/release.tar.xz`;
  await assertRejects(
    archiveFolder(folder.path, archive),
    /^BuildError: Cannot make .*No such file[^\n]*; it takes GNU tar/,
  );
  assertEquals([...Deno.readDirSync(folder.root)].map(({ name }) => name), ["release"]);
});
