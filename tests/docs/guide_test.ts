import { assert, assertEquals } from "../_support/assert.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { namesIn } from "../_support/test_home.ts";
import { commandsReference } from "./guide/commands_reference.ts";
import { brokenLinks, guidePages, linksOf, pageOf, pagePath, SeededHomes, shapeOf } from "./guide/page.ts";
import { playPage } from "./guide/play_page.ts";
import { isSamePicture, keptScreenshot, SCREENSHOTS, takeScreenshot } from "./guide/screenshots.ts";

/** Why a block may stay unrun; anything else is to be run. */
const REASONS = new Set(["the client", "the network", "a terminal", "the build", "another version"]);
const HOMES = new SeededHomes();
const ignore = Deno.build.os === "windows"; // the guide's reader has a shell

for (const name of guidePages().filter((page) => pageOf(page).steps.length > 0)) {
  Deno.test(`docs/${name} shows commands that work, and what they print`, { ignore }, async () => {
    const page = pageOf(name);
    const played = await playPage(await HOMES.home(page.home), page);
    assertEquals(played.flatMap(({ failed }) => failed), []);
    for (const { step, output } of played) {
      if (step.shown !== undefined) assertEquals(shapeOf(output), shapeOf(step.shown.text), step.text);
    }
  });
}

Deno.test("the guide's commands are run, but for the few that cannot be", () => {
  const steps = guidePages().flatMap((page) => pageOf(page).steps);
  const lines = (kind: string) => steps.filter((step) => step.kind === kind).flatMap((step) => step.lines);
  for (const step of steps) if (step.kind === "not run") assert(REASONS.has(step.text), step.text);
  const [run, unrun] = [lines("shell").length, lines("not run").length];
  assert(run >= 100, `only ${run} are run`);
  assert(unrun <= run / 5, `${unrun} are not run, ${run} are`);
});

Deno.test("docs/commands.md is the help that the program prints", async () => {
  assertEquals(Deno.readTextFileSync(pagePath("commands.md")), await commandsReference());
});

Deno.test("the pictures of the guide show what the commands print", { ignore }, async () => {
  const home = await HOMES.home("lived-in");
  await home.restore();
  for (const name of Object.keys(SCREENSHOTS)) {
    assert(isSamePicture(await takeScreenshot(home, name), keptScreenshot(name)), `docs/images/${name}.svg`);
  }
});

Deno.test("the table of contents leads to every page, and every link to something", () => {
  const contents = new Set(linksOf(Deno.readTextFileSync(pagePath("README.md"))));
  for (const page of guidePages()) if (page !== "README.md") assert(contents.has(page), page);
  const pages = ["", "docs/", "docs/decisions/"].map((folder) => `${PROJECT_ROOT}/${folder}`).flatMap((
    folder,
  ) => namesIn(folder).filter((name) => name.endsWith(".md")).map((name) => folder + name));
  assertEquals(pages.flatMap(brokenLinks), []);
});

globalThis.addEventListener("unload", () => HOMES[Symbol.dispose]());
