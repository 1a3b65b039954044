import { decodeEvidence, encodeEvidence } from "../../src/memory/memory_evidence.ts";
import { fromPortable, toPortable } from "../../src/sync/portable.ts";
import { assertEquals } from "../_support/assert.ts";

const AT = "2026-03-01T10:00:00.000Z";

/** A project's folder, a file of it as that machine says it, one that lies elsewhere, and the file from the folder. */
const MACHINES = {
  linux: ["/home/ann/shop", "/home/ann/shop/src/cart.py", "/etc/hosts", "src/cart.py"],
  windows: ["C:\\work\\shop", "C:\\work\\shop\\src\\cart.py", "C:\\Windows\\hosts", "src\\cart.py"],
} as const;

for (const [from, [project, file, other, inProject]] of Object.entries(MACHINES)) {
  for (const [to, [folder, , , found]] of Object.entries(MACHINES)) {
    Deno.test(`a file that ${from} names is the file of the project on ${to}`, () => {
      const fields = { project, body: "b" };
      const row = {
        ref: "1",
        author: null,
        link: null,
        fields,
        lists: { files: [file, other, inProject] },
        changedAt: AT,
      };
      const sent = toPortable(row, { nameOf: () => "acme/shop", folderOf: (name) => name })!;
      assertEquals(sent.lists.files, ["./src/cart.py", other, "./src/cart.py"]);
      const arrived = fromPortable(sent, { nameOf: () => undefined, folderOf: () => folder });
      assertEquals([arrived.fields.project, arrived.lists.files], [folder, [found, other, found]]);
    });
  }
}

for (const project of ["/home/ann/shop", null]) {
  Deno.test(`evidence is sent without the numbers of rows, from ${project ?? "a memory for every project"}`, () => {
    const evidence = encodeEvidence({
      ...{ quote: "Use pnpm", uuid: undefined, offset: undefined, cues: [] },
      edited: { at: AT, left: [{ table: "prompts", id: 7 }] },
    });
    const row = {
      ref: "1",
      author: null,
      link: null,
      fields: { project, evidence },
      lists: {},
      changedAt: AT,
    };
    const sent = toPortable(row, { nameOf: () => "acme/shop", folderOf: (name) => name })!;
    assertEquals(decodeEvidence(String(sent.fields.evidence)).edited?.left, []);
  });
}
