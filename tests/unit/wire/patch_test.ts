import { assertEquals } from "../../_support/assert.ts";
import { callOfChanges, callOfPatch } from "../../../src/wire/patch.ts";

Deno.test("callOfPatch() keeps a hunk that moves a line break beside a comma", () => {
  const lines = ["*** Begin Patch", "*** Update File: a.txt", "@@", "-a,b", "+a", "+b", "*** End Patch"];
  const wanted = { name: "Edit", input: { file_path: "/p/a.txt", old_string: "a,b", new_string: "a\nb" } };
  assertEquals(callOfPatch("apply_patch", lines.join("\n"), "/p"), wanted);
});

Deno.test("callOfChanges() passes over a change that is no object: it ended the reading of a whole rollout", () => {
  const changes = { "/p/b.txt": { type: "add", content: "new\n" }, "/p/a.txt": null };
  assertEquals(callOfChanges(changes), { name: "Write", input: { file_path: "/p/b.txt", content: "new\n" } });
});
