import { localDay } from "../../core/scratchpad/local_day.ts";
import type { DayActivity } from "../../store/activity.ts";
import { alignRows, amount, sizeText } from "../table.ts";
import { barText, columnChart } from "./charts.ts";
import { ACTIVITY_DAYS, daysBefore, type Stats } from "./collect.ts";

const BAR_UNITS = 24;

/** The statistics for a person: what there is, what happened, what came of it, and what it costs. */
export function statsLines(stats: Stats, now: Date): string[] {
  const sections = [
    totals(stats),
    activity(stats.activity, now),
    categories(stats),
    outcomes(stats),
    latencies(stats),
  ];
  return sections.filter((lines) => lines.length > 0).flatMap((lines, i) => i === 0 ? lines : ["", ...lines]);
}

function totals(stats: Stats): string[] {
  const { sessions, prompts, pending, observations, memories, candidates, ghap, spool, db_bytes } = stats;
  const counts = { sessions, prompts, pending, observations, memories, candidates, ghap, spool };
  const rows = [...Object.entries(counts).map(([name, count]) => [name, String(count)]), [
    "database",
    sizeText(db_bytes),
  ]];
  return alignRows(rows, [1]);
}

/** A column a day, today last; a day without anything is a gap, not left out. */
function activity(days: readonly DayActivity[], now: Date): string[] {
  if (days.length === 0) return [];
  const byDay = new Map(days.map((day) => [day.day, day]));
  const shown = Array.from({ length: ACTIVITY_DAYS }, (_, i) => {
    const day = localDay(daysBefore(now, ACTIVITY_DAYS - 1 - i));
    return byDay.get(day) ?? { day, sessions: 0, prompts: 0, tools: 0 };
  });
  const sum = (key: "sessions" | "prompts" | "tools") => shown.reduce((all, day) => all + day[key], 0);
  const rows = (["prompts", "tools"] as const).map((
    key,
  ) => [key === "tools" ? "tool calls" : key, columnChart(shown.map((day) => day[key])), String(sum(key))]);
  const from = shown[0]?.day ?? "";
  return [
    `activity, ${from} to today: ${amount(sum("sessions"), "session")}`,
    ...alignRows(rows, [2]),
  ];
}

function categories({ categories }: Stats): string[] {
  const entries = Object.entries(categories);
  if (entries.length === 0) return [];
  const most = Math.max(...entries.map(([, count]) => count));
  return [
    "memories by category",
    ...alignRows(entries.map(([name, count]) => [name, String(count), barText(count / most, BAR_UNITS)]), [
      1,
    ]),
  ];
}

function outcomes({ asks, shifts, notes, predictions, injections }: Stats): string[] {
  const { confirmed, falsified, abandoned, active, rate } = predictions;
  const lines: string[] = [];
  if (asks.asked > 0) {
    const { asked, open, ...became } = asks;
    const counts = Object.entries({ ...became, ...(open === 0 ? {} : { open }) });
    lines.push(`asked to save: ${asked} (${counts.map(([name, count]) => `${count} ${name}`).join(", ")})`);
  }
  const moved = Object.entries(shifts).map(([name, by]) => `${name} ${by > 0 ? "+" : "−"}${Math.abs(by)}`);
  if (moved.length > 0) lines.push(`asks moved by the answers: ${moved.join(", ")} (mneme triage --reset)`);
  if (notes.shown > 0) lines.push(`notes with prompts: ${notes.shown} (${notes.saved} led to a memory)`);
  if (confirmed + falsified + abandoned + active > 0) {
    const came = rate === null ? "none decided yet" : `${percent(rate)} came true`;
    lines.push(
      `predictions: ${came} (${confirmed} confirmed, ${falsified} falsified, ${abandoned} abandoned, ${active} open)`,
    );
  }
  if (injections.injected > 0) {
    const { injected, tokens, judged, share_used } = injections;
    const used = share_used === null
      ? "not yet judged"
      : `${percent(share_used)} of ${judged} judged ones used`;
    lines.push(`brought back: ${amount(injected, "item")}, ${amount(tokens, "token")}; ${used}`);
  }
  return lines;
}

function latencies({ hooks }: Stats): string[] {
  const rows = Object.entries(hooks).map(([name, { count, p50_ms, p95_ms, errors }]) => [
    name,
    String(count),
    milliseconds(p50_ms),
    milliseconds(p95_ms),
    String(errors),
  ]);
  return alignRows([["hook", "runs", "p50 ms", "p95 ms", "errors"], ...rows], [1, 2, 3, 4]);
}

function milliseconds(value: number | null): string {
  return value === null ? "-" : value.toFixed(1);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
