import { UsageError } from "../../core/user_error.ts";
import { findProject } from "../../host/project.ts";
import { type KeptScratchpad, scratchpadsByRow } from "../../store/scratchpad_index.ts";
import { search } from "../../store/search/search.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { chosenLimit } from "../place_options.ts";
import { plainLine, plainText } from "../plain_text.ts";
import { openHome } from "../prepare_home.ts";
import { indexScratchpads } from "../process/index_scratchpads.ts";
import { indexSearch } from "../process/index_search.ts";
import { Workload } from "../process/workload.ts";
import { findScratchpads } from "./place.ts";

export interface SearchOptions {
  readonly project?: string;
  readonly limit?: string;
  readonly json?: true;
}

/** A scratchpad that answers, with those of its lines that do. */
interface FoundScratchpad {
  readonly id: string;
  readonly agent: string;
  readonly day: string;
  readonly path: string;
  readonly score: number;
  readonly lines: readonly string[];
}

const DEFAULT_LIMIT = 10;
const MAX_LINES = 3;
const LINE_UNITS = 200;
/** A person waits for it: what takes longer is for `mneme process`. */
const BOUNDS = { maxMs: 5000 };

/** `mneme scratchpad search`: what the project's agents have noted, today's notes included; best first. */
export async function searchScratchpads(words: readonly string[], options: SearchOptions): Promise<void> {
  const text = words.join(" ").trim();
  if (text === "") throw new UsageError("Cannot search for nothing", { hint: "give words to look for" });
  const limit = chosenLimit(options.limit, DEFAULT_LIMIT);
  const { project: folder } = findScratchpads(options.project);
  const project = findProject(folder);
  const { store, paths } = openHome();
  using _closed = store;
  const workload = new Workload(store, BOUNDS);
  await indexScratchpads(store, paths, { folders: [{ folder, project }], workload });
  await indexSearch(store, workload);
  const hits = search(store, { text, project, kinds: ["scratchpad"], limit, now: new Date() });
  const pads = scratchpadsByRow(store, hits.map(({ ref }) => ref));
  const found = pads.map((pad): FoundScratchpad => {
    const hit = hits.find(({ ref }) => ref === pad.id);
    return { id: `n${pad.id}`, ...placeOf(pad), score: hit?.score ?? 0, lines: tellingLines(pad.text, text) };
  });
  if (options.json) return printJson(found);
  for (const pad of found) printFound(pad);
  if (found.length === 0) {
    warnLine("No scratchpad with these words; `mneme scratchpad list` shows what there is");
  }
}

function placeOf({ agent, day, path }: KeptScratchpad) {
  return { agent, day, path };
}

function printFound({ agent, day, path, lines }: FoundScratchpad): void {
  printLine(`${day}  ${plainLine(agent, 80)}  ${plainText(path)}`);
  for (const line of lines) printLine(`    ${plainLine(line, LINE_UNITS)}`);
}

/** The lines that hold most of the words, in their order. */
function tellingLines(text: string, words: string): string[] {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const scored = lines.map((line, i) => {
    const lower = line.toLowerCase();
    return { line, i, score: wanted.filter((word) => lower.includes(word)).length };
  });
  const best = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.i - b.i);
  return best.slice(0, MAX_LINES).sort((a, b) => a.i - b.i).map(({ line }) => line);
}
