// The command `mneme stats`: how much is stored, how much of it was used, and how fast the hooks are.
import { Command, type Output } from "./frame/command.ts";
import type { Paths } from "../machine/paths.ts";
import { listSpool } from "../machine/spool.ts";
import { askTotals } from "../store/candidates.ts";
import { countMemories, findMemories } from "../store/memories.ts";
import {
  countAll,
  hookLatencies,
  memoriesByCategory,
  modelTotals,
  predictionTotals,
  tellingTotals,
} from "../store/stats.ts";
import { noteTotals } from "../store/notes.ts";
import { sessionsByClient } from "../store/sessions.ts";
import { databaseBytes, readStore, requirePaths } from "./frame/home.ts";
import { hookStats, readFailures } from "./frame/hook_stats.ts";
import { printJson, printLine } from "./frame/output.ts";
import { alignRows, countedLines, sizeText } from "./frame/plain_text.ts";
import { doubtfulOf, MAX_CHECKED } from "./memory/list.ts";

export function statsCommand(): Command {
  return new Command("stats")
    .orJson("mneme stats", ({ json }: Output) => {
      const stats = collectStats(requirePaths());
      return json ? printJson(stats) : statsLines(stats).forEach(printLine);
    });
}

type Stats = ReturnType<typeof collectStats>;

function collectStats(paths: Paths) {
  return readStore(paths, (store) => ({
    ...countAll(store),
    spool: listSpool(paths).length,
    db_bytes: databaseBytes(paths),
    hooks: hookStats(hookLatencies(store), readFailures(paths)),
    clients: sessionsByClient(store),
    categories: Object.fromEntries(memoriesByCategory(store).map(({ category, count }) => [category, count])),
    candidates: countMemories(store, { status: "candidate" }),
    doubtful: doubtfulOf(store, findMemories(store, { status: "active", limit: MAX_CHECKED })).length,
    asks: askTotals(store),
    notes: noteTotals(store),
    predictions: predictionTotals(store),
    /** The keys say when mneme told something: start, prompt, file, failure, helper (a subagent's start). */
    told: tellingTotals(store),
    model: modelTotals(store),
  }));
}

function statsLines(stats: Stats): string[] {
  const sections = [totals(stats), categories(stats), outcomes(stats), told(stats), latencies(stats)];
  return sections.filter((lines) => lines.length > 0).flatMap((lines, i) => i === 0 ? lines : ["", ...lines]);
}

function totals(stats: Stats): string[] {
  const { sessions, prompts, pending, observations, memories, candidates, ghap, spool, db_bytes } = stats;
  const counts = { sessions, prompts, pending, observations, memories, candidates, ghap, spool };
  const rows = Object.entries(counts).map(([name, count]) => [name, String(count)]);
  const clients = Object.entries(stats.clients).map(([name, count]) => [`  of ${name}`, String(count)]);
  if (stats.clients.claude !== sessions) rows.splice(1, 0, ...clients); // some are of other clients
  return alignRows([...rows, ["database", sizeText(db_bytes)]], [1]);
}

function categories({ categories, without_recall, untitled, doubtful }: Stats): string[] {
  const rows = Object.entries(categories).map(([name, count]) => [name, String(count)]);
  return [
    ...(rows.length === 0 ? [] : ["memories by category", ...alignRows(rows, [1])]),
    ...countedLines([
      [untitled, `${untitled} without a title that says the fact: mneme memory list --untitled`],
      [
        without_recall,
        `${without_recall} without phrases to find them by: mneme memory list --without-recall`,
      ],
      [doubtful, `${doubtful} may be out of date: mneme memory list --doubtful --all`],
    ]),
  ];
}

/** Returns lines with the counts of asks, notes, predictions and questions to a model, without zeros. */
function outcomes({ asks, notes, predictions, model }: Stats): string[] {
  const { rate: _, ...counts } = predictions;
  const counted: readonly (readonly [name: string, counts: Readonly<Record<string, number>>])[] = [
    ["asks to save", asks],
    ["notes with prompts", notes],
    ["predictions", counts],
    ...Object.entries(model).map(([purpose, counts]) => [`model asked for ${purpose}`, counts] as const),
  ];
  const rows = counted.map(([name, counts]) => {
    const parts = Object.entries(counts).filter(([, count]) => count > 0);
    return [name.replaceAll("_", " "), parts.map(([part, count]) => `${count} ${part}`).join(", ")];
  });
  return alignRows(rows.filter(([, text]) => text !== ""));
}

function told({ told }: Stats): string[] {
  const rows = Object.entries(told).map(([moment, { tellings, tokens, items, titles, titles_opened }]) => [
    moment === "helper" ? "subagent" : moment,
    ...[tellings, tokens, items, titles, titles_opened].map(String),
  ]);
  const head = ["told at", "times", "tokens", "items", "by title", "of these opened"];
  return rows.length === 0 ? [] : alignRows([head, ...rows], [1, 2, 3, 4, 5]);
}

function latencies({ hooks }: Stats): string[] {
  const rows = Object.entries(hooks).map(([name, { count, p50_ms, p95_ms, errors }]) => {
    const [p50 = "", p95 = ""] = [p50_ms, p95_ms].map((ms) => ms?.toFixed(1) ?? "-");
    // A run that recorded no event is not counted, but its errors are.
    return [name, count === 0 ? "-" : String(count), p50, p95, String(errors)];
  });
  return alignRows([["hook", "runs", "p50 ms", "p95 ms", "errors"], ...rows], [1, 2, 3, 4]);
}
