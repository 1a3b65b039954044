import { archiveFolder, writeChecksums } from "../../../src/build/archive.ts";
import { EXECUTABLES } from "../../../src/build/executables.ts";
import { LoopbackServer } from "../../_support/loopback_server.ts";

/** The target of the machine that runs the tests. */
export const HERE = `${Deno.build.os === "darwin" ? "macos" : "linux"}-${
  Deno.build.arch === "aarch64" ? "arm64" : "x64"
}`;

/** A release that is as real as its archive and checksums are; its executables are small. */
interface FakeRelease {
  readonly version: string;
  /** What its `mneme` says instead. */
  readonly says?: string;
  readonly target?: string;
  /** Of a file that packs to nothing, for disks that are too small. */
  readonly ballast?: number;
}

/** Puts the archive of a fake release, and checksums, into `folder`; the archive's path. */
export async function fakeRelease(folder: string, release: FakeRelease): Promise<string> {
  const { version, says = version, target = HERE, ballast = 0 } = release;
  const work = await Deno.makeTempDir({ prefix: "mneme-fake-" });
  const name = `mneme-${version}-${target}`;
  await Deno.mkdir(`${work}/${name}`);
  for (const { name: executable } of EXECUTABLES) {
    await Deno.copyFile("/bin/true", `${work}/${name}/${executable}`);
    await Deno.chmod(`${work}/${name}/${executable}`, 0o755);
  }
  await Deno.writeTextFile(`${work}/${name}/mneme`, fakeCommand(says), { mode: 0o755 });
  if (ballast > 0) await Deno.writeFile(`${work}/${name}/ballast`, new Uint8Array(ballast));
  await writeChecksums(`${work}/${name}`, () => true);
  await Deno.mkdir(folder, { recursive: true });
  const archive = `${folder}/${name}.tar.xz`;
  await archiveFolder(`${work}/${name}`, archive);
  await writeChecksums(folder, (file) => file.endsWith(".tar.xz"));
  await Deno.remove(work, { recursive: true });
  return archive;
}

/** Says its version, and notes in a file of the home how else it is called. */
function fakeCommand(version: string): string {
  return `#!/bin/sh
if [ "$*" = --version ]; then echo ${version}; else echo "${version}: $*" >>"$HOME/calls"; fi
`;
}

/** How a server of files misbehaves. */
export type Fault = "cut off" | "cut off silently";

/** Serves a folder on the loopback interface; archives, not checksums, suffer the fault. */
export class FileServer extends LoopbackServer {
  readonly #folder: string;
  readonly #fault: Fault | undefined;
  /** What was asked for, in order. */
  readonly asked: string[] = [];

  constructor(folder: string, fault?: Fault) {
    super();
    this.#folder = folder;
    this.#fault = fault;
  }

  protected async respond(request: Request): Promise<Response> {
    const name = decodeURIComponent(new URL(request.url).pathname.slice(1));
    this.asked.push(name);
    const bytes = await Deno.readFile(`${this.#folder}/${name}`).catch(() => undefined);
    if (bytes === undefined) return new Response("not found", { status: 404 });
    if (this.#fault === undefined || !name.endsWith(".xz")) return new Response(bytes);
    return this.#fault === "cut off" ? brokenOff(bytes) : new Response(bytes.slice(0, bytes.length / 2));
  }
}

/** A body that ends with its connection, half-way. */
function brokenOff(bytes: Uint8Array<ArrayBuffer>): Response {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes.slice(0, bytes.length / 2));
    },
    async pull(controller) {
      await new Promise((done) => setTimeout(done, 20)); // lets the first half leave
      controller.error(new Error("cut off"));
    },
  });
  return new Response(body, { headers: { "content-length": `${bytes.length}` } });
}
