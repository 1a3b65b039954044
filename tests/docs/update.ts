/**
 * Writes into the documentation what programs print: the references of the settings and the commands, the outputs of the
 * guide, the pictures. Arguments name pages of the guide, such as search.md; without any, all of it is written, and only
 * where it has changed but for numbers. `--demo` writes the demo into the README instead, with the times that it takes;
 * `--bench FILE` what a hook costs, from the figures that the benchmark has written there.
 */
import { fileURLToPath } from "node:url";
import { configReference } from "../../src/cli/config/reference.ts";
import { type BenchRun, benchTable, costSentence } from "./bench_figures.ts";
import { guidePages } from "./guide/guide.ts";
import { updateGuide } from "./guide/update_guide.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

if (Deno.args[0] === "--demo") {
  const demo = await output(["run", "-A", `${ROOT}tests/demo/main.ts`]);
  const readme = await Deno.readTextFile(`${ROOT}README.md`);
  const shown = demo.slice(0, demo.indexOf("\nTo use it"));
  await Deno.writeTextFile(
    `${ROOT}README.md`,
    withBlock(readme, "demo", `\`\`\`text\n${shown.trim()}\n\`\`\``),
  );
} else if (Deno.args[0] === "--bench") {
  const run: BenchRun = JSON.parse(
    await Deno.readTextFile(Deno.args[1] ?? fail("Cannot tell figures: name the file")),
  );
  for (
    const [path, block, text] of [["README.md", "cost", costSentence(run)], [
      "docs/measured.md",
      "bench",
      benchTable(run),
    ]] as const
  ) {
    await Deno.writeTextFile(
      `${ROOT}${path}`,
      withBlock(await Deno.readTextFile(`${ROOT}${path}`), block, text),
    );
  }
} else await updatePages(Deno.args);
await output(["fmt", "-q", `${ROOT}README.md`, `${ROOT}docs`]);

async function updatePages(given: readonly string[]): Promise<void> {
  const pages = given.map((page) => page.replace(/^.*\//, "").replace(/(?:\.md)?$/, ".md"));
  const unknown = pages.find((page) => !guidePages().includes(page));
  if (unknown !== undefined) fail(`Cannot update ${unknown}: docs/ has ${guidePages().join(", ")}`);
  if (pages.length === 0) await Deno.writeTextFile(`${ROOT}docs/configuration.md`, configReference());
  const failed = await updateGuide(pages.length > 0 ? pages : undefined);
  if (failed.length > 0) fail(failed.map((line) => `docs/${line}`).join("\n"));
}

function fail(why: string): never {
  console.error(why);
  Deno.exit(1);
}

async function output(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args: [...args], stdin: "null" })
    .output();
  const [printed, said] = [stdout, stderr].map((bytes) =>
    new TextDecoder().decode(bytes).replaceAll(ROOT, "").trim()
  );
  if (code !== 0) fail(`Cannot run deno ${args.join(" ")}: it ended with ${code}\n${said}\n${printed}`);
  return printed!;
}

function withBlock(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [before, after] = [text.indexOf(start) + start.length, text.indexOf(end)];
  return `${text.slice(0, before)}\n\n${content.trim()}\n\n${text.slice(after)}`;
}
