import { holdsFile, listedAs, listFolder } from "../../../src/host/listing.ts";
import { assertEquals } from "../../_support/assert.ts";
import { TestHome } from "../../_support/test_home.ts";

Deno.test("listedAs() tells what a short folder holds, and nothing of a long or an absent one", () => {
  using home = new TestHome();
  home.write("short/file", "");
  home.write("short/folder/file", "");
  const kinds = ["file", "folder", "absent"].map((name) => listedAs(`${home.root}/short`, name));
  assertEquals(kinds, ["file", "folder", "none"]);
  assertEquals(listedAs(`${home.root}/absent`, "file"), undefined);
  for (let i = 0; i < 1000; i++) home.write(`long/a name of some length ${i}`, "");
  assertEquals([listedAs(`${home.root}/long`, "absent"), listFolder(`${home.root}/long`)], [
    undefined,
    undefined,
  ]);
});

Deno.test("holdsFile() takes a link for what it leads to", async () => {
  using home = new TestHome();
  home.write("folder/file", "");
  const folder = `${home.root}/folder`;
  await new Deno.Command("mkfifo", { args: [`${folder}/pipe`] }).output();
  Deno.mkdirSync(`${folder}/folder`);
  const links = { toFile: "file", toFolder: "folder", toDevice: "/dev/zero", toNowhere: "nowhere" };
  for (const [name, target] of Object.entries(links)) Deno.symlinkSync(target, `${folder}/${name}`);
  const listed = { folder, names: listFolder(folder) };
  const names = ["file", "pipe", "folder", "absent", ...Object.keys(links)];
  assertEquals(names.filter((name) => holdsFile(listed, name)), ["file", "toFile"]);
});
