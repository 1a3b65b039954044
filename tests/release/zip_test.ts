import { unzipSync } from "fflate";
import { zipFolder } from "../../src/build/zip.ts";
import { assertEquals } from "../_support/assert.ts";

Deno.test("a zip archive holds the files of the folder under its name, and is the same whenever it is made", async () => {
  const root = await Deno.makeTempDir({ prefix: "mneme-zip-" });
  const folder = `${root}/mneme-1.2.3-windows-x64`;
  await Deno.mkdir(folder);
  await Deno.writeFile(`${folder}/mneme.exe`, new Uint8Array(300_000).map((_, at) => at % 251));
  await Deno.writeTextFile(`${folder}/README.md`, "# mneme\n");
  await zipFolder(folder, `${root}/first.zip`);
  const later = new Date(Date.now() + 86_400_000);
  await Deno.utime(`${folder}/mneme.exe`, later, later);
  await zipFolder(folder, `${root}/second.zip`);
  const [first, second] = [
    await Deno.readFile(`${root}/first.zip`),
    await Deno.readFile(`${root}/second.zip`),
  ];
  assertEquals(first, second);
  const files = unzipSync(first);
  assertEquals(
    Object.keys(files),
    ["README.md", "mneme.exe"].map((name) => `mneme-1.2.3-windows-x64/${name}`),
  );
  assertEquals(files["mneme-1.2.3-windows-x64/mneme.exe"], await Deno.readFile(`${folder}/mneme.exe`));
  await Deno.remove(root, { recursive: true });
});
