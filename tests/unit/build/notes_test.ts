import { assertEquals } from "../../_support/assert.ts";
import { readNote, writeNote } from "../../../src/build/files.ts";

Deno.test("readNote gives back what writeNote left, and nothing for a file that is absent or damaged", async () => {
  const folder = await Deno.makeTempDir();
  try {
    assertEquals(await readNote(`${folder}/record.json`), undefined);
    writeNote(`${folder}/record.json`, { stop: { bytes: 3 } });
    assertEquals(await readNote(`${folder}/record.json`), { stop: { bytes: 3 } });
    await Deno.writeTextFile(`${folder}/record.json`, '{"stop":');
    assertEquals(await readNote(`${folder}/record.json`), undefined);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
