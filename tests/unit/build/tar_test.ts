import { assertEquals, assertThrows } from "../../_support/assert.ts";
import { gunzip, readTarFile } from "../../../src/build/tar.ts";

function tarEntry(name: string, content: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(content);
  const entry = new Uint8Array(512 + Math.ceil(bytes.length / 512) * 512);
  entry.set(new TextEncoder().encode(name));
  entry.set(new TextEncoder().encode(`${bytes.length.toString(8).padStart(11, "0")}\0`), 124);
  entry.set(bytes, 512);
  return entry;
}

async function archiveOf(...entries: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  return await new Blob([...entries, new Uint8Array(1024)]).bytes();
}

Deno.test("readTarFile finds a file behind others of any length", async () => {
  const archive = await archiveOf(
    tarEntry("package/empty", ""),
    tarEntry("package/full", "x".repeat(512)),
    tarEntry("package/chel", "the program"),
    tarEntry("package/chel.txt", "another"),
  );
  assertEquals(new TextDecoder().decode(readTarFile(archive, "package/chel")), "the program");
  assertEquals(readTarFile(archive, "package/empty").length, 0);
  assertEquals(readTarFile(archive, "package/full").length, 512);
});

Deno.test("readTarFile says which file an archive lacks", async () => {
  const archive = await archiveOf(tarEntry("package/other", "x"));
  assertThrows(() => readTarFile(archive, "package/chel"), /"package\/chel": the archive does not hold it/);
});

Deno.test("readTarFile refuses an archive that ends inside a file", async () => {
  const archive = await archiveOf(tarEntry("package/chel", "x".repeat(5000)));
  assertThrows(() => readTarFile(archive.subarray(0, 2048), "package/chel"), /the archive is damaged/);
});

Deno.test("gunzip gives back what gzip packed", async () => {
  const packed = new Blob(["some text"]).stream().pipeThrough(new CompressionStream("gzip"));
  assertEquals(new TextDecoder().decode(await gunzip(await new Response(packed).bytes())), "some text");
});
