import { commandsReference } from "./commands_reference.ts";
import { guidePages, pageOf, pagePath, SeededHomes } from "./guide.ts";
import { withOutputs } from "./page.ts";
import { playPage } from "./play_page.ts";
import { updateScreenshots } from "./screenshots.ts";
import { shapeOf } from "./shape.ts";

/**
 * Writes the reference of the commands, the pictures, and below the commands of the guide what they print, each where
 * it has changed its shape. Returns the commands that failed.
 */
export async function updateGuide(only?: readonly string[]): Promise<string[]> {
  using homes = new SeededHomes();
  if (only === undefined || only.includes("commands.md")) {
    Deno.writeTextFileSync(pagePath("commands.md"), await commandsReference());
  }
  if (only === undefined) await updateScreenshots(await homes.home("lived-in"));
  const failed: string[] = [];
  for (const name of only ?? guidePages()) failed.push(...await updatePage(homes, name));
  return failed;
}

async function updatePage(homes: SeededHomes, name: string): Promise<string[]> {
  const page = pageOf(name);
  if (page.steps.length === 0) return [];
  const played = await playPage(await homes.home(page.home), page);
  // All of a page is of one run, or what it shows would have been made at different times.
  const isSame = played.every(({ step, output }) => shapeOf(step.shown?.text ?? "") === shapeOf(output));
  const outputs = played.map(({ step, output }) => isSame ? step.shown?.text.trimEnd() ?? "" : output);
  const before = Deno.readTextFileSync(pagePath(name));
  const after = withOutputs(before, page, outputs);
  if (after !== before) Deno.writeTextFileSync(pagePath(name), after);
  return played.flatMap(({ failed }) => failed.map((line) => `${name}: ${line}`));
}
