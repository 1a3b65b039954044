import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { LoopbackServer } from "../../_support/loopback_server.ts";

interface Published {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: Uint8Array<ArrayBuffer>;
}

/** A registry of npm on the loopback interface, as far as installing a package needs one. */
export class NpmRegistry extends LoopbackServer {
  readonly #packages = new Map<string, Published>();

  protected respond(request: Request): Response {
    const path = decodeURIComponent(new URL(request.url).pathname.slice(1));
    const found = this.#packages.get(path.replace(/\/-\.tgz$/, ""));
    if (found === undefined) return new Response("not found", { status: 404 });
    return path.endsWith(".tgz") ? new Response(found.tarball) : Response.json(this.#document(found));
  }

  /** Takes what `npm publish` is given. */
  async publish(path: string): Promise<void> {
    const tarball = await Deno.readFile(path);
    const manifest = manifestOf(gunzipSync(tarball));
    this.#packages.set(manifest.name, { manifest, tarball });
  }

  #document({ manifest, tarball }: Published) {
    const { name, version } = manifest;
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    const dist = { tarball: `${this.url}/${name}/-.tgz`, integrity };
    return { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
  }
}

/** The `package.json` of a package: files follow each other, each after a block with its name and octal size. */
function manifestOf(tar: Uint8Array): Published["manifest"] {
  const decoder = new TextDecoder();
  for (let at = 0; at + 512 <= tar.length;) {
    const field = (from: number, length: number) =>
      decoder.decode(tar.subarray(at + from, at + from + length)).replace(/\0.*$/s, "");
    const size = parseInt(field(124, 12), 8) || 0;
    if (field(0, 100) === "package/package.json") {
      return JSON.parse(decoder.decode(tar.subarray(at + 512, at + 512 + size)));
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error("The package has no package.json");
}
