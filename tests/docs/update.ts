import { fileURLToPath } from "node:url";
import { configReference } from "../../src/cli/config/reference.ts";
import { type Figure, isOver, tenths, times } from "../bench/report.ts";
import { commandsReference } from "./guide/commands_reference.ts";
import { guidePages, pageOf, pagePath, SeededHomes, shapeOf, withOutputs } from "./guide/page.ts";
import { playPage } from "./guide/play_page.ts";
import { updateScreenshots } from "./guide/screenshots.ts";

/** What `deno task bench --json FILE` writes, as far as the documentation needs it. */
interface BenchRun {
  readonly at: string;
  readonly machine: { readonly os: string; readonly arch: string; readonly processors: number };
  readonly options: { readonly runs: number };
  readonly figures: readonly Figure[];
}

const SECTIONS: Readonly<Record<string, string>> = {
  "database size": " stored captures: time ÷ time with 1,000",
  "peak memory": ": peak memory ÷ peak memory of the empty program",
  "concurrent captures": " captures (at once × rounds): captures that failed or were lost",
};

/** The table of a hook's cost, also beside other hooks, with a sentence about the run and a table of the further figures. */
function benchTable({ at, machine, options, figures }: BenchRun): string {
  const latency = figures.filter(({ section }) => section === "latency");
  const empty = latency.find(({ budget }) => budget === undefined);
  const loaded = new Map(
    figures.filter(({ section }) => section === "under load").map(({ name, value }) => [name, tenths(value)]),
  );
  const rows = latency.filter((figure) => figure.budget !== undefined).map((figure) => {
    const ratio = `${times(figure.value)}${isOver(figure) ? " **over**" : ""}`;
    const beside = loaded.get(figure.name) ?? "–";
    return `| ${figure.name} | ${ratio} | ${figure.budget}× | ${msOf(figure)} | ${beside} |`;
  });
  const further = Object.entries(SECTIONS).flatMap(([section, quantity]) => {
    const own = figures.filter((one) => one.section === section && one.budget !== undefined);
    return own.map(({ name, value, budget }) => `| ${name}${quantity} | ${plain(value)} | ${budget} |`);
  });
  return [
    "| work | ratio | budget | median, ms | p95 beside 8 captures, ms |\n| --- | --- | --- | --- | --- |",
    ...rows,
    `\nMeasured on ${at.slice(0, 10)}, ${machine.os} ${machine.arch}, ${machine.processors} processors, ` +
    `${options.runs} pairs a row; the empty program takes ${empty === undefined ? "?" : msOf(empty)} ms` +
    `${loaded.has("empty program") ? `, p95 beside 8 captures ${loaded.get("empty program")} ms` : ""}.\n\n` +
    "A budget is our own goal for a row. No user notices the few milliseconds by which a row is over its budget; we " +
    "work on these rows next.\n\n| further figures | measured | budget |\n| --- | --- | --- |",
    ...further,
  ].join("\n");
}

/** One sentence for the README: the cheapest and the dearest of what every session meets. */
function costSentence({ figures }: BenchRun): string {
  const one = (name: string) => {
    const figure = figures.find((figure) => figure.section === "latency" && figure.name === name);
    if (figure === undefined) throw new Error(`The benchmark has no row "${name}"`);
    const ms = `${Math.round(Number(msOf(figure)))} ms`;
    return figure.budget === undefined ? ms : `${ms} (${figure.value.toFixed(1)}×)`;
  };
  const empty = one(figures.find(({ budget }) => budget === undefined)?.name ?? "");
  const [before, after, start] = [one("pre-tool-use"), one("capture 2 KB"), one("session start")];
  const [prompt, stop] = [one("prompt context on 10,000 memories"), one("triage, 100 MB")];
  return `Median times: ${before} before a tool call, ${after} after it, ${start} at a session's start, ${prompt} for a ` +
    `prompt with 10,000 memories, ${stop} at a stop with a transcript of 100 MB. The factor compares the hook with a ` +
    `compiled program that does nothing (${empty}); both ran in turn.`;
}

function msOf({ details }: Figure): string {
  return tenths(Number(details.p50_ms));
}

function plain(value: number): string {
  return Number.isInteger(value) ? `${value}` : value.toFixed(2);
}

/**
 * Writes into the documentation what programs print: the references of the settings and the commands, the outputs of the
 * guide, the pictures. Arguments name pages of the guide, such as search.md; without any, all of it is written, and only
 * where it has changed but for numbers. `--demo` writes the demo into the README instead, with the times that it takes;
 * `--bench FILE` what a hook costs, from the figures that the benchmark has written there.
 */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

if (Deno.args[0] === "--demo") {
  const demo = await output(["run", "-A", `${ROOT}tests/demo/main.ts`]);
  await writeBlock("README.md", "demo", `\`\`\`text\n${demo}\n\`\`\``);
} else if (Deno.args[0] === "--bench") {
  const run: BenchRun = JSON.parse(
    await Deno.readTextFile(Deno.args[1] ?? fail("Cannot tell figures: name the file")),
  );
  await writeBlock("README.md", "cost", costSentence(run));
  await writeBlock("docs/measured.md", "bench", benchTable(run));
} else await updatePages(Deno.args);
await output(["fmt", "-q", `${ROOT}README.md`, `${ROOT}docs`]);

/** Writes the references, the pictures, and below the commands of the guide what they print. */
async function updatePages(given: readonly string[]): Promise<void> {
  const pages = given.map((page) => page.replace(/^.*\//, "").replace(/(?:\.md)?$/, ".md"));
  const unknown = pages.find((page) => !guidePages().includes(page));
  if (unknown !== undefined) fail(`Cannot update ${unknown}: docs/ has ${guidePages().join(", ")}`);
  using homes = new SeededHomes();
  const isWanted = (page: string) => pages.length === 0 || pages.includes(page);
  if (isWanted("configuration.md")) await Deno.writeTextFile(pagePath("configuration.md"), configReference());
  if (isWanted("commands.md")) await Deno.writeTextFile(pagePath("commands.md"), await commandsReference());
  if (pages.length === 0) await updateScreenshots(await homes.home("lived-in"));
  const failed: string[] = [];
  for (const name of guidePages().filter(isWanted)) failed.push(...await updatePage(homes, name));
  if (failed.length > 0) fail(failed.map((line) => `docs/${line}`).join("\n"));
}

/** Returns the commands of the page that failed. */
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

async function writeBlock(path: string, name: string, content: string): Promise<void> {
  const text = await Deno.readTextFile(ROOT + path);
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [before, after] = [text.indexOf(start) + start.length, text.indexOf(end)];
  const written = `${text.slice(0, before)}\n\n${content.trim()}\n\n${text.slice(after)}`;
  await Deno.writeTextFile(ROOT + path, written);
}
