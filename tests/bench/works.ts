import type { HookName } from "../../src/base/hook_names.ts";
import { casesOf } from "../_support/cases.ts";
import { otherEvents } from "../_support/hook_events.ts";
import { type PayloadFor, payloadFor, type PayloadRow } from "./payloads.ts";
import type { TranscriptKind } from "./transcripts.ts";

/** One row of the table: what a hook is given, and what it may cost. */
export interface Work {
  readonly name: string;
  readonly program: HookName | "mneme" | "empty";
  /** Of the command, which is no hook. */
  readonly args?: readonly string[];
  readonly payload: PayloadFor;
  /** At most so many times the empty program. */
  readonly budget: number;
  /** At most so many ms at p95. */
  readonly targetMs: number | undefined;
  /** The event of which each run leaves one row; `undefined` for work that must leave nothing at all. */
  readonly leaves: string | undefined;
  readonly environment?: Readonly<Record<string, string>>;
  /** The session's transcript; there is none when absent. */
  readonly transcript?: TranscriptKind;
  /** Each run asks about something that no run has asked about. */
  readonly asksAnew?: true;
  /** Measured while an entry is open, of which every call is reminded. */
  readonly hasEntry?: true;
  /** Measured on so many memories of all kinds; on the usual history when absent. */
  readonly memories?: number;
}

/** A hook's row in the file: it is `like` another one but for what it names; `leaves` is null for nothing. */
interface Row extends PayloadRow, Partial<Omit<Work, "name" | "leaves" | "payload">> {
  readonly name: string;
  readonly like?: string;
  readonly leaves?: string | null;
}

const ROWS = casesOf<Row>(import.meta.filename?.replace(/\.ts$/, ""));

/** The work of a row: it leaves its own event, and has the target of most hooks, unless the row says otherwise. */
function workOf(row: Row): Work {
  const { like: _, leaves, event, scope, fields, ...work } = wholeRow(row);
  const own = `hook.${work.program!.replaceAll("-", "_")}`;
  return {
    targetMs: 200,
    ...work as Pick<Work, "name" | "program" | "budget">,
    leaves: leaves === undefined ? own : leaves ?? undefined,
    payload: payloadFor({ event, scope, fields }),
  };
}

function wholeRow(row: Row): Row {
  return row.like === undefined ? row : { ...wholeRow(ROWS.find(({ name }) => name === row.like)!), ...row };
}

const OWN_WORKS = ROWS.map(workOf);

/** The hook whose cost matters most, as it comes after every tool call; and the largest payload. */
export const [SMALL_CAPTURE, LARGE_CAPTURE] = ["capture 2 KB", "capture 1 MB"].map((wanted) =>
  OWN_WORKS.find(({ name }) => name === wanted)
) as [Work, Work];

/** Hooks without work of their own write one row, as a capture does, and get a capture's budget. */
export const WORKS: readonly Work[] = [
  ...OWN_WORKS,
  ...otherEvents([]).filter(({ hook }) => !OWN_WORKS.some(({ program }) => program === hook)).map((
    { hook, event, fields },
  ) => workOf({ name: hook.replaceAll("-", " "), program: hook, event, scope: "turn", fields, budget: 1.6 })),
];

const NOTHING: PayloadFor = () => new Uint8Array();
/** What a client writes to the server before it shows the tools, a line a message. */
const LIST_TOOLS: PayloadFor = () => {
  const clientInfo = { name: "bench", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  const messages = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/list" },
  ];
  return new TextEncoder().encode(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
};

/** The command, as people and agents start it; it reads and leaves nothing. */
export const COMMANDS: readonly Work[] = [
  command(["--version"], 3),
  command(["--help"], 3),
  command(["stats"], 6),
  command(["search", "rounding of totals"], 6),
  command(["memory", "list"], 6),
  { ...command(["mcp"], 12), name: "mneme mcp, first tools/list", payload: LIST_TOOLS },
];

function command(args: readonly string[], budget: number): Work {
  const row = { name: `mneme ${args.join(" ")}`, program: "mneme" as const, args, payload: NOTHING };
  return { ...row, budget, targetMs: 500, leaves: undefined };
}
