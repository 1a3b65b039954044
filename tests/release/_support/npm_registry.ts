import { createHash } from "node:crypto";
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
    const args = ["-xzOf", path, "package/package.json"];
    const { stdout } = await new Deno.Command("tar", { args }).output();
    const manifest = JSON.parse(new TextDecoder().decode(stdout));
    this.#packages.set(manifest.name, { manifest, tarball: await Deno.readFile(path) });
  }

  #document({ manifest, tarball }: Published) {
    const { name, version } = manifest;
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    const dist = { tarball: `${this.url}/${name}/-.tgz`, integrity };
    return { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
  }
}
