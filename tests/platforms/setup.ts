/**
 * Puts what another system's programs need into the user's cache, once: a compiler and runtimes from npm, whose checksums
 * are verified, and a Debian with Wine, whose packages apt verifies. Nothing else on the machine changes.
 */
import { casesOf } from "../_support/cases.ts";
import { type PackagedFile, packagedFile, UnreachableError } from "../_support/npm_package.ts";
import { lockBuild, removeFolder } from "../../src/build/files.ts";
import { infoOf } from "../../src/machine/files.ts";
import { complaintOf, roomWords, type SystemName } from "./namespaces.ts";

/** Something that lies in the cache under its name. */
export interface Piece {
  /** Changes with what is in it, so that an older one is not taken for it. */
  readonly name: string;
  readonly title: string;
  /** The program that fetches it. */
  readonly fetcher: string;
  /** Makes it at a path at which nothing is. Throws an `UnreachableError` where it cannot be had. */
  readonly make: (path: string) => Promise<void>;
}

interface NpmPiece extends PackagedFile, Pick<Piece, "title"> {
  readonly key: string;
}

/**
 * Deno publishes its runtimes on a server of its own, which a machine may not reach. These npm packages are programs made by
 * `deno compile` 2.7.11: its compiler takes them for runtimes and puts another program in the place of theirs.
 */
const NPM_PIECES = casesOf<NpmPiece>(import.meta.filename?.replace(/\.ts$/, ""));

export const COMPILER = fromNpm("compiler");

/** A runtime of each system that a release is made for; the two for macOS are for its archives alone. */
export const RUNTIMES = {
  "linux-x64": fromNpm("linux-x64"),
  "linux-arm64": fromNpm("linux-arm64"),
  "macos-x64": fromNpm("macos-x64"),
  "macos-arm64": fromNpm("macos-arm64"),
  "windows-x64": fromNpm("windows-x64"),
} as const satisfies Readonly<Record<string, Piece>>;

/** Wine 8 of Debian 12 cannot run V8, which reserves addresses before it uses them; Wine 10 of Debian 13 can. */
const WINE: Piece = {
  name: "debian-13-wine",
  title: "Debian 13 with Wine 10",
  fetcher: "mmdebstrap",
  make: makeWine,
};

/** What each system's programs need. */
export const PIECES = {
  windows: {
    compiler: COMPILER,
    runtime: RUNTIMES["windows-x64"],
    deno: fromNpm("deno-windows"),
    root: WINE,
  },
  arm64: { compiler: COMPILER, runtime: RUNTIMES["linux-arm64"], deno: fromNpm("deno-arm64") },
} as const satisfies Readonly<Record<SystemName, Readonly<Record<string, Piece>>>>;

/**
 * Makes the pieces that the folder lacks, one after the other, each whole or not at all. `say` hears beforehand what
 * they are. Throws an `UnreachableError` where one cannot be had.
 */
export async function setUp(
  folder: string,
  pieces: readonly Piece[],
  say: (line: string) => void,
): Promise<void> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  using _lock = await lockBuild(`${folder}/lock`);
  const missing = pieces.filter(({ name }) => infoOf(`${folder}/${name}`) === undefined);
  if (missing.length === 0) return;
  for (const fetcher of new Set(missing.map((piece) => piece.fetcher))) {
    const complaint = await complaintOf([fetcher, "--version"]);
    if (complaint !== undefined) throw new UnreachableError(complaint);
  }
  say(
    `Fetches ${
      missing.map(({ title }) => title).join(", ")
    } into ${folder}, once. Removing that folder undoes it.`,
  );
  for (const piece of missing) await makeWhole(`${folder}/${piece.name}`, piece);
}

/** Puts the piece into its place at the end, so that one that was broken off is never taken for it. */
async function makeWhole(path: string, piece: Piece): Promise<void> {
  const unfinished = `${path}.new`;
  await removeFolder(unfinished); // somebody ended the last try
  try {
    await piece.make(unfinished);
    await Deno.rename(unfinished, path);
  } finally {
    await removeFolder(unfinished);
  }
}

function fromNpm(key: string): Piece {
  const { title, ...file } = NPM_PIECES.find((piece) => piece.key === key)!;
  return {
    name: `${file.package.replace(/^@/, "").replaceAll(/[/@]/g, "-")}${
      /\.exe$/.exec(file.program)?.[0] ?? ""
    }`,
    title,
    fetcher: "npm",
    make: async (path) => {
      await Deno.writeFile(path, await packagedFile(file), { mode: 0o755 });
    },
  };
}

async function makeWine(path: string): Promise<void> {
  await Deno.mkdir(path);
  // As a stream, so that all files belong to the user, whoever mmdebstrap had to be.
  const words = ["--variant=minbase", "--include=wine64,wine", "--format=tar", "trixie", "-"];
  const debian = new Deno.Command("mmdebstrap", {
    args: [...words, ...await debianMirror()],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const complaints = new Response(debian.stderr).text();
  const args = ["-x", "--no-same-owner", "--exclude=./dev/*", "-C", path];
  const unpacked = new Deno.Command("tar", { args, stdin: "piped", stderr: "null" }).spawn();
  await debian.stdout.pipeTo(unpacked.stdin).catch(() => {}); // what failed says so by its status
  const [made, kept] = await Promise.all([debian.status, unpacked.status]);
  if (!made.success || !kept.success) {
    const why = (await complaints).split("\n").find((line) => line.startsWith("E: "));
    throw new UnreachableError(
      `Cannot make ${WINE.title}: ${made.success ? "tar" : "mmdebstrap"} failed (${why})`,
    );
  }
  // The profile of its user, which takes some seconds: every run begins with a copy of it.
  await Deno.mkdir(`${path}/root/.wine`, { recursive: true });
  const [program = "", ...rest] = roomWords("wine-profile", [path]);
  const silent = { stdin: "null", stdout: "null", stderr: "null" } as const;
  const profile = await new Deno.Command(program, { args: rest, ...silent }).output();
  if (!profile.success) throw new UnreachableError(`Cannot make ${WINE.title}: Wine did not start`);
}

/** The mirror of Debian that apt is set up with; nothing, and mmdebstrap takes its own, where it is set up with none. */
async function debianMirror(): Promise<string[]> {
  const args = ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Label: Debian"];
  const command = new Deno.Command("apt-get", { args, stdin: "null", stderr: "null" });
  const targets = await command.output().catch(() => undefined); // of a Linux without apt
  const addresses = new TextDecoder().decode(targets?.stdout).split("\n");
  return addresses.filter((address) => /^https?:/.test(address)).slice(0, 1);
}
