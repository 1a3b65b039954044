import { UnreachableError } from "../../src/build/recovered_runtime.ts";
import { assert, assertEquals, assertMatch, assertRejects } from "../_support/assert.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { namesIn } from "../_support/test_home.ts";
import { whyNoRoom } from "./namespaces.ts";
import { type Piece, setUp } from "./setup.ts";

/** A folder that is there for one test. */
class Folder implements Disposable {
  readonly path = Deno.makeTempDirSync({ prefix: "mneme-setup-" });

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}

function piece(name: string, make: Piece["make"]): Piece {
  const cost = { megabytes: { fetched: 2, kept: 3 }, seconds: 4 };
  return { name, title: `the ${name}`, ...cost, fetcher: "true", make };
}

const MADE = piece("runtime", (path) => Deno.writeTextFile(path, "made"));

Deno.test("setUp says beforehand what it takes, makes what is missing and no more the second time", async () => {
  using folder = new Folder();
  const said: string[] = [];
  await Deno.writeTextFile(`${folder.path}/deno`, "was there");
  const pieces = [piece("deno", () => Promise.reject(new Error("not asked for"))), MADE];
  for (const _time of [1, 2]) await setUp(folder.path, pieces, (line) => said.push(line));
  const words =
    `Fetches the runtime, once: 2 MB to download, 3 MB in ${folder.path}, some 4 s. Removing that folder undoes it.`;
  assertEquals(said, [words, "[1/1] the runtime  0 s"]);
  assertEquals(namesIn(folder.path), ["deno", "lock", "runtime"]);
});

Deno.test("setUp leaves nothing of a piece that was broken off", async () => {
  using folder = new Folder();
  const broken = piece("wine", async (path) => {
    await Deno.mkdir(`${path}/usr`, { recursive: true });
    throw new UnreachableError("no network");
  });
  await assertRejects(setUp(folder.path, [MADE, broken], () => {}), /no network/);
  assertEquals(namesIn(folder.path), ["lock", "runtime"]);
});

interface Case {
  readonly name: string;
  /** What is found on the PATH: programs of this machine, and scripts. */
  readonly programs: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly code: number;
  readonly says: RegExp;
}

/** Writes a tarball of other bytes, as a registry would that somebody broke into. */
const OTHER_PACKAGE = `#!/bin/sh
[ "$1" = pack ] || exit 0
echo other > "$5/other.tgz"; echo other.tgz
`;

const CASES: readonly Case[] = [
  {
    name: "skips where no namespace can be had",
    programs: [],
    code: 0,
    says:
      /^skipped: windows cannot be tested here: no namespace can be had for it \(unshare is not installed\)\n$/,
  },
  {
    name: "skips where npm is missing",
    programs: ["unshare", "sh", "true"],
    code: 0,
    says: /^skipped: windows cannot be tested here: npm is not installed\n$/,
  },
  {
    name: "refuses a package of other bytes",
    programs: ["unshare", "sh", "true"],
    scripts: { npm: OTHER_PACKAGE, mmdebstrap: "#!/bin/sh\n" },
    code: 1,
    says:
      /\nCannot trust the npm package @deno\/linux-x64-glibc@2\.7\.11: its SHA-256 must be 4f5ed8d6\w+ and is \w{64}; report this\n$/,
  },
];

Deno.test("the task for Windows says in one line what it lacks, and keeps nothing that it cannot trust", async (t) => {
  const why = await whyNoRoom("windows");
  if (why !== undefined) return console.log(`# not tried here: ${why}`);
  for (const { name, programs, scripts = {}, code, says } of CASES) {
    await t.step(name, async () => {
      using folder = new Folder();
      const path = `${folder.path}/bin`;
      await Deno.mkdir(path);
      for (const program of programs) await Deno.symlink(`/usr/bin/${program}`, `${path}/${program}`);
      for (const [program, text] of Object.entries(scripts)) {
        await Deno.writeTextFile(`${path}/${program}`, text, { mode: 0o755 });
      }
      const run = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--frozen", "--no-check", "tests/platforms/main.ts", "windows"],
        cwd: PROJECT_ROOT,
        env: { PATH: path, XDG_CACHE_HOME: `${folder.path}/cache` },
      }).output();
      const printed = new TextDecoder().decode(run.stdout) + new TextDecoder().decode(run.stderr);
      assertMatch(printed, says);
      const kept = namesIn(`${folder.path}/cache/mneme-test`).filter((name) => name !== "lock");
      assertEquals([run.code, kept], [code, []]);
      assert(printed.split("\n").length < 4, printed);
    });
  }
});
