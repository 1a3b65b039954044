/** The benchmark's figures as the documentation tells them, made from what `deno task bench --json FILE` writes. */
import { type Figure, isOver, tenths, times } from "../bench/report.ts";

/** What `--json` writes, as far as the documentation needs it. */
export interface BenchRun {
  readonly at: string;
  readonly machine: { readonly os: string; readonly arch: string; readonly processors: number };
  readonly options: { readonly runs: number };
  readonly figures: readonly Figure[];
}

/** The table of a hook's cost, with a sentence about the run and one for each other section. */
export function benchTable({ at, machine, options, figures }: BenchRun): string {
  const latency = figures.filter(({ section }) => section === "latency");
  const empty = latency.find(({ budget }) => budget === undefined);
  const rows = latency.filter((figure) => figure.budget !== undefined).map((figure) =>
    `| ${figure.name} | ${times(figure.value)}${isOver(figure) ? " **over**" : ""} | ${figure.budget}× | ${
      msOf(figure)
    } |`
  );
  const sections = [...new Set(figures.map(({ section }) => section))].filter((one) => one !== "latency")
    .map((section) =>
      `- ${section}: ${figures.filter((one) => one.section === section).map(told).join("; ")}`
    );
  return [
    "| work | ratio | budget | p50, ms |\n| --- | --- | --- | --- |",
    ...rows,
    `\nMeasured on ${
      at.slice(0, 10)
    }, ${machine.os} ${machine.arch}, ${machine.processors} processors, ${options.runs} ` +
    `pairs a row; the empty program takes ${empty === undefined ? "?" : msOf(empty)} ms.\n`,
    ...sections,
  ].join("\n");
}

/** One sentence for the README: the cheapest and the dearest of what every session meets. */
export function costSentence({ figures }: BenchRun): string {
  const one = (name: string) => {
    const figure = figures.find((figure) => figure.section === "latency" && figure.name === name);
    if (figure === undefined) throw new Error(`The benchmark has no row "${name}"`);
    const ms = `${Math.round(Number(msOf(figure)))} ms`;
    return figure.budget === undefined ? ms : `${ms} (${figure.value.toFixed(1)}×)`;
  };
  const empty = one(figures.find(({ budget }) => budget === undefined)?.name ?? "");
  return `Median times: ${one("pre-tool-use")} before a tool call, ${one("capture 2 KB")} after it, ` +
    `${one("session start")} at a session's start, ${
      one("prompt context on 10,000 memories")
    } for a prompt with ` +
    `10,000 memories, ${
      one("triage, 100 MB")
    } at a stop with a transcript of 100 MB. Each factor is the median of the ` +
    `ratios to an empty compiled program (${empty}) that was started in turn with the hook.`;
}

function msOf({ details }: Figure): string {
  return tenths(Number(details.p50_ms));
}

function told({ name, value, budget }: Figure): string {
  const cell = Number.isInteger(value) ? String(value) : value.toFixed(2);
  return budget === undefined ? `${name} ${cell}` : `${name} ${cell} (at most ${budget})`;
}
