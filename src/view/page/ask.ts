/// <reference lib="dom" />
// Requests to the server, which answers only those with the session token. A read-only copy contains all answers.
import { useEffect, useRef, useState } from "preact/hooks";
import { localDay } from "../../base/time.ts";
import type { CopiedAnswers } from "../../cli/view/copy.ts";
import type { Action } from "../actions.ts";
import type { Answers, ListedMemory, RowOf } from "../../cli/view/reads.ts";
import { chooseSteps } from "../step_filter.ts";

export type Params = Readonly<Record<string, string | number | undefined>>;

export function queryOf(params: Params): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== "");
  return new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
}

interface Refusal {
  readonly error: string;
  readonly hint?: string;
}

export class Refused extends Error {
  constructor({ error, hint }: Refusal, readonly status: number) {
    super(hint === undefined ? error : `${error}; ${hint}`);
  }
}

/**
 * Matches a character that is invisible or changes the direction of text; the page shows its name instead. Leaves out
 * tab and line breaks, and the joiners and first 16 variation selectors, which some scripts and emoji need.
 */
const INVISIBLE = /(?![\t\n\r\u200c\u200d\ufe00-\ufe0f])[\p{Cc}\p{DI}\p{Zl}\p{Zp}]/gu;

function nameOf(char: string): string {
  return `⟨U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

function parse(text: string): unknown {
  return JSON.parse(text, (_, value) => typeof value === "string" ? value.replace(INVISIBLE, nameOf) : value);
}

/** Returns JSON with the invisible characters in place of their names, so that an edit keeps them. */
function stringify(body: object): string {
  const char = (name: string, code: string) => {
    const named = String.fromCodePoint(parseInt(code, 16));
    return named.replace(INVISIBLE, nameOf) === name ? named : name;
  };
  return JSON.stringify(
    body,
    (_key, value) => typeof value === "string" ? value.replace(/⟨U\+([0-9A-F]{4,5})⟩/g, char) : value,
  );
}

/** The answers in a read-only copy; `undefined` if the page has a server. Stands below `INVISIBLE`, which it needs. */
export const COPY = readCopy();

function readCopy(): CopiedAnswers | undefined {
  const text = document.getElementById("copy")?.textContent;
  return text ? parse(text) as CopiedAnswers : undefined;
}

/** The most characters of a query. The server closes the connection for an address of more than 65,534. */
const MOST_QUERY = 60_000;

/** Requests data. Throws `Refused` if the server answers with an error, or not at all. */
export async function ask<K extends keyof Answers>(
  name: K,
  params: Params = {},
  signal?: AbortSignal,
): Promise<Answers[K]> {
  if (COPY !== undefined) return fromCopy(COPY, name, params) as Answers[K];
  const query = queryOf(JSON.parse(stringify(params)));
  if (query.length > MOST_QUERY) {
    throw new Refused({ error: "Cannot search for so long a text", hint: "give a part of it" }, 414);
  }
  return await answerOf<Answers[K]>(`${name}?${query}`, signal ? { signal } : {});
}

/** Sends a change, or a request with a text too long for an address. Throws `Refused` like `ask`. */
export async function change<T = Action>(name: string, body: object): Promise<T> {
  if (COPY !== undefined) {
    throw new Refused({ error: "This is a read-only copy", hint: "run mneme view" }, 400);
  }
  return await answerOf<T>(name, { method: "POST", body: stringify(body) });
}

async function answerOf<T>(path: string, init: RequestInit): Promise<T> {
  const { ok, status, text } = await request(path, init);
  const isJson = /^[[{]/.test(text);
  const value = isJson ? parse(text) : { error: `The server answered ${status}` };
  if (!ok) throw new Refused(value as Refusal, status);
  return value as T;
}

const TOKEN_KEY = "mneme-token";
/** The milliseconds for which a tab waits for other tabs to give it the session token. */
const TABS_MS = 300;
let token = COPY === undefined ? sessionStorage.getItem(TOKEN_KEY) ?? "" : "";
let isAccepted = false; // true if the server has accepted the token: only then other tabs get it
const TABS = COPY === undefined ? new BroadcastChannel("mneme") : undefined;
TABS?.addEventListener("message", ({ data }) => {
  if (data?.lacks !== undefined && isAccepted && data.lacks !== token) TABS.postMessage({ token });
});

function keepToken(given: string): void {
  token = given;
  sessionStorage.setItem(TOKEN_KEY, token);
}

/** Asks other tabs for a token other than `lacks`: this tab is new, or the server was restarted. True if one came. */
function tokenOfOtherTab(lacks: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const receive = ({ data }: MessageEvent) => {
    if (typeof data?.token !== "string" || data.token === lacks) return;
    keepToken(data.token);
    resolve(true);
  };
  TABS?.addEventListener("message", receive);
  TABS?.postMessage({ lacks });
  setTimeout(() => resolve(false), TABS_MS);
  return promise.finally(() => TABS?.removeEventListener("message", receive));
}

/** Returns the server's answer, also one with an error status. Throws `Refused` if it does not come whole. */
async function request(path: string, init: RequestInit) {
  const send = async () => {
    const headers = { "x-mneme": token, "content-type": "application/json" };
    const response = await fetch(`/api/${path}`, { ...init, headers });
    if (path !== "enter") isAccepted = response.status !== 401; // else the token is still to come
    return { ok: response.ok, status: response.status, text: await response.text() };
  };
  const sent = token;
  try {
    const answer = await send();
    if (answer.status !== 401 || path === "enter") return answer;
    return token !== sent || await tokenOfOtherTab(sent) ? await send() : answer; // another request may have got one
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error;
    throw new Refused({ error: "mneme view has ended", hint: "run it again" }, 0);
  }
}

const keyInAddress = () => /^#([\w-]{32})$/.exec(location.hash)?.[1];

// The address of a restarted server differs only after the `#`, for which a browser does not reload the page.
addEventListener("hashchange", () => {
  if (COPY === undefined && keyInAddress() !== undefined) location.reload();
});

/** Exchanges a one-time key for the session token. Returns its project, `null` for all; `undefined` without a key. */
export async function enter(): Promise<string | null | undefined> {
  const key = keyInAddress();
  if (key === undefined || COPY !== undefined) return undefined;
  history.replaceState(null, "", "#/now");
  const entered = await change<{ token: string; project: string | null }>("enter", { key });
  keepToken(entered.token);
  return entered.project;
}

const POLL_MS = 700;
/** The milliseconds without an answer after which the server counts as ended. */
const OVER_MS = 5000;

interface LiveState {
  /** The last `Live.edition`; "" while the tab is hidden or the server does not answer; `undefined` before a poll. */
  readonly edition: string | undefined;
  /** Grows when the edition changes, but not to "" or from `undefined`. Views then ask for data again. */
  readonly tick: number;
  readonly isOver: boolean;
  /** The minutes since 1970. The page is drawn again when it changes, so that ages stay true. */
  readonly minute: number;
  readonly actions: readonly Action[];
}

/**
 * Polls the server for a new edition and for actions; `poll` does so at once. A hidden tab does not poll, so
 * that the server can end when nobody uses it.
 */
export function useLive(hasAccess: boolean): LiveState & { readonly poll: () => Promise<void> } {
  const [state, setState] = useState<LiveState>(
    { edition: undefined, tick: 0, isOver: false, minute: 0, actions: [] },
  );
  const answeredAt = useRef(Date.now());
  const poll = async () => {
    if (COPY !== undefined) return;
    const isHidden = document.visibilityState === "hidden";
    const nothing = { edition: "", actions: undefined };
    const { edition, actions } = isHidden ? nothing : await ask("live").catch(() => nothing);
    if (isHidden || edition !== "") answeredAt.current = Date.now();
    setState((before) => {
      const isOver = Date.now() - answeredAt.current > OVER_MS;
      const minute = Math.floor(Date.now() / 60_000);
      const isNew = edition !== before.edition;
      const areSame = actions === undefined || JSON.stringify(actions) === JSON.stringify(before.actions);
      if (!isNew && isOver === before.isOver && minute === before.minute && areSame) return before;
      const tick = before.tick + (isNew && edition !== "" && before.edition !== undefined ? 1 : 0);
      return { edition, tick, isOver, minute, actions: actions ?? before.actions };
    });
  };
  useEffect(() => {
    if (!hasAccess) return;
    const keepPolling = () => void poll().finally(() => setTimeout(keepPolling, POLL_MS));
    keepPolling();
    document.addEventListener("visibilitychange", poll);
  }, [hasAccess]);
  return { ...state, poll };
}

/** Answers a request from a copy; its answers have keys such as `memories active`, with all rows of a list. */
function fromCopy(copy: CopiedAnswers, name: string, params: Params): unknown {
  const { id = "", offset = 0, limit = 100, status, category, q = "" } = params;
  const words = wordsInLowerCase(String(q));
  const holds = (...texts: readonly unknown[]) => {
    const text = texts.join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  if (name === "search") return searchCopy(copy, holds, params);
  const pageOf = <T>(rows: readonly T[]) => ({
    total: rows.length,
    rows: rows.slice(Number(offset), Number(offset) + Number(limit)),
  });
  const request = `${name} ${name === "memories" || name === "categories" ? status : id}`.trimEnd();
  const found = copy[request] ?? sessionWith(copy, name, id);
  if (found === undefined) {
    throw new Refused({ error: "This copy does not hold that", hint: "run mneme view" }, 404);
  }
  const promptsIn = (id?: string) => stepsIn(copy, id).filter(({ kind }) => kind === "prompt");
  if (name === "session") {
    const { rows: steps } = found as Answers["session"];
    const chosen = chooseSteps(steps, { types: String(params.types ?? ""), q: String(q) }, String(id));
    return { ...found, place: chosen.place, ...pageOf(chosen.rows) };
  }
  if (name === "inbox") {
    const rows = (found as Answers["inbox"]).rows.filter(({ memory: { title, body, category } }) =>
      holds(title ?? "", body, category.replaceAll("_", " "))
    );
    const candidates = rows.filter(({ memory }) => memory.status === "candidate").length;
    const proposals = rows.filter(({ memory }) => memory.about?.proposed).length;
    return { ...found, candidates, proposals, ids: rows.map(({ memory }) => memory.id), ...pageOf(rows) };
  }
  const { rows: all } = found as { rows?: readonly Partial<ListedMemory & RowOf<"sessions">>[] };
  if (all === undefined) return found;
  const rows = all.filter((row) => {
    if (name === "memories") return !category || row.category === category;
    const times = [row.started_at ?? "", row.last_at ?? "", ...promptsIn(row.id).map(({ at }) => at)];
    const days = times.map((at) => localDay(new Date(at)));
    return name !== "sessions" ||
      (holds(row.title, row.summary, ...promptsIn(row.id).map(({ text }) => text)) &&
        (!params.day || days.includes(String(params.day))));
  });
  return { ...found, ...pageOf(rows) };
}

/** Returns the steps of a session, each as far as a copy has it. */
function stepsIn(copy: CopiedAnswers, id: string | undefined) {
  return (copy[`session ${id}`] as Partial<Answers["session"]>)?.rows ?? [];
}

/** Finds a session's steps or tellings by the id of one of them, such as `o5`. */
function sessionWith(copy: CopiedAnswers, name: string, id: string | number): object | undefined {
  if (name !== "session" && name !== "told") return undefined;
  for (const [request, answer] of Object.entries(copy)) {
    if (!request.startsWith(`${name} `)) continue;
    if ((answer as Answers["session" | "told"]).rows.some((row) => row.id === id)) return answer as object;
  }
  return undefined;
}

/** The types of the items that a search of a copy finds. */
export const TYPES_IN_COPY: ReadonlySet<string> = new Set(
  ["memory", "ghap", "prompt", "session", "observation"] satisfies Found["type"][],
);

type Found = Answers["search"]["items"][number];

/** Searches a copy, which has no index: finds the items that contain all words. */
function searchCopy(
  copy: CopiedAnswers,
  holds: (...texts: readonly string[]) => boolean,
  { types, category, since }: Params,
): Answers["search"] {
  const rows = <K extends "memories" | "sessions">(request: string) =>
    (copy[request] as { rows: readonly RowOf<K>[] }).rows;
  const same = { score: 1, why: [], category: null };
  const startOf = (text: string) => text.slice(0, 80);
  const sessions = rows<"sessions">("sessions");
  const all: Found[] = [
    ...rows<"memories">("memories active").map((one) => {
      const title = one.title ?? startOf(one.body);
      return { ...same, ...one, type: "memory" as const, title, snippet: one.body };
    }),
    ...(copy.predictions as Answers["predictions"]).entries.map((one) => {
      const snippet = [one.prediction, one.result, one.lesson].filter(Boolean).join(" · ");
      return { ...same, ...one, type: "ghap" as const, project: null, title: one.goal, snippet };
    }),
    ...sessions.map((one) => {
      const texts = { title: one.title ?? one.id, snippet: one.summary ?? "" };
      return { ...same, ...one, type: "session" as const, ...texts, created_at: one.started_at };
    }),
    ...sessions.flatMap(({ id: session, project }) =>
      stepsIn(copy, session).flatMap(({ id, text, at }) => {
        const type = { p: "prompt" as const, o: "observation" as const }[id?.[0] ?? ""];
        const texts = { title: startOf(text), snippet: text, created_at: at };
        return id && type ? { ...same, id, type, project, session, ...texts } : [];
      })
    ),
  ];
  const days = parseInt(String(since ?? ""));
  const first = Number.isNaN(days) ? "" : new Date(Date.now() - days * 86_400_000).toISOString();
  const items = all.filter((one) =>
    holds(one.title, one.snippet) && (!types || one.type === types) &&
    (!category || one.category === category) && one.created_at >= first
  );
  const note = "a copy finds only items that contain all words; mneme view also finds related words";
  return { items: items.slice(0, 200), note, ms: 0 };
}

export function wordsInLowerCase(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== "");
}
