/// <reference lib="dom" />
import type { CopiedAnswers } from "../copy.ts";
import type { Deed, FoundView, ListedMemory, Page, Refusal, SessionView } from "../contract.ts";

/** What a question is asked with, behind the `?` of its address. */
export type Params = Readonly<Record<string, string | number | undefined>>;

/** What the server did not do, and what to do about it. */
export class Refused extends Error {
  constructor({ error, hint }: Refusal, readonly status: number) {
    super(hint === undefined ? error : `${error}; ${hint}`);
  }
}

const HEADERS = { "x-mneme": "1", "content-type": "application/json" };

/** The answers that a read-only copy holds; `undefined` where there is a server. */
export const COPY = readCopy();

function readCopy(): CopiedAnswers | undefined {
  const text = document.getElementById("copy")?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** Asks the server; throws `Refused` for what it cannot answer. */
export async function ask<T>(name: string, params: Params = {}): Promise<T> {
  if (COPY !== undefined) return fromCopy(COPY, name, params) as T;
  const words = Object.entries(params).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(words.map(([key, value]) => [key, String(value)]));
  return await answerOf<T>(fetch(`/api/${name}?${query}`, { headers: HEADERS }));
}

/** Has the server change something, or look at a text that is too long for an address. */
export async function change<T = Deed>(name: string, body: object): Promise<T> {
  if (COPY !== undefined) {
    throw new Refused({ error: "This is a read-only copy", hint: "run mneme view" }, 400);
  }
  return await answerOf<T>(
    fetch(`/api/${name}`, { method: "POST", headers: HEADERS, body: JSON.stringify(body) }),
  );
}

async function answerOf<T>(request: Promise<Response>): Promise<T> {
  let response: Response;
  try {
    response = await request;
  } catch {
    throw new Refused({ error: "mneme view has ended", hint: "run it again and open its new address" }, 0);
  }
  const value = await response.json().catch(() => ({ error: `The server answered ${response.status}` }));
  if (!response.ok) throw new Refused(value, response.status);
  return value;
}

/** Lets this browser in with the token of the address, which then leaves the address. */
export async function comeIn(): Promise<void> {
  const token = /^#([\w-]{16,})$/.exec(location.hash)?.[1];
  if (token === undefined || COPY !== undefined) return;
  history.replaceState(null, "", "#/now");
  await change("enter", { token });
}

function fromCopy(copy: CopiedAnswers, name: string, params: Params): unknown {
  const { id, offset = 0, limit = 100, status, category, q } = params;
  const cut = (page: Page<unknown>, fits: (row: never) => boolean = () => true) => {
    const rows = page.rows.filter((row) => fits(row as never));
    return { ...page, total: rows.length, rows: rows.slice(Number(offset), Number(offset) + Number(limit)) };
  };
  const words = String(q ?? "").toLowerCase().split(/\s+/).filter((word) => word !== "");
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  if (name === "search") return searchCopy(copy, holds);
  const found =
    copy[name === "memories" ? `memories ${status ?? "active"}` : id === undefined ? name : `${name} ${id}`];
  if (found === undefined) {
    throw new Refused({ error: "This copy does not hold that", hint: "run mneme view" }, 404);
  }
  if (name === "memories") {
    return cut(found as Page<ListedMemory>, (row: ListedMemory) => !category || row.category === category);
  }
  if (name === "sessions") {
    return cut(found as Page<SessionView>, (row: SessionView) => holds(`${row.title} ${row.summary}`));
  }
  return name === "inbox" || name === "session" ? cut(found as Page<unknown>) : found;
}

/** A copy has no index: it finds what holds all of the words. */
function searchCopy(copy: CopiedAnswers, holds: (text: string) => boolean): FoundView {
  const memories = (copy["memories active"] as Page<ListedMemory>).rows
    .filter(({ title, body }) => holds(`${title ?? ""} ${body}`))
    .map(({ id, title, body, category, project, created_at }) => ({
      ...{
        id,
        category,
        project,
        created_at,
        type: "memory",
        title: title ?? body.slice(0, 80),
        snippet: body,
      },
      ...{ score: 1, why: [] },
    }));
  const sessions = (copy.sessions as Page<SessionView>).rows
    .filter(({ title, summary }) => holds(`${title ?? ""} ${summary ?? ""}`))
    .map(({ id, title, summary, project, started_at }) => ({
      ...{ id, project, created_at: started_at, type: "session", title: title ?? id, snippet: summary ?? "" },
      ...{ category: null, score: 1, why: [] },
    }));
  const note = "A copy finds what holds all of the words; mneme view ranks by what is meant";
  return { items: [...memories, ...sessions].slice(0, 200), note, ms: 0 };
}
