import { listedAs, listFolder } from "../../../src/host/listing.ts";
import { assertEquals } from "../../_support/assert.ts";
import { TestHome } from "../../_support/test_home.ts";

Deno.test("listedAs() tells what a short folder holds, and nothing of a long or an absent one", () => {
  using home = new TestHome();
  home.write("short/file", "");
  home.write("short/folder/file", "");
  const kinds = ["file", "folder", "absent"].map((name) => listedAs(`${home.root}/short`, name));
  assertEquals(kinds, ["other", "folder", "none"]);
  assertEquals(listedAs(`${home.root}/absent`, "file"), undefined);
  for (let i = 0; i < 1000; i++) home.write(`long/a name of some length ${i}`, "");
  assertEquals([listedAs(`${home.root}/long`, "absent"), listFolder(`${home.root}/long`)], [
    undefined,
    undefined,
  ]);
});
