import { memoryByRow } from "../store/memories.ts";
import { type ApiContext, READS } from "./api.ts";
import type { Commands } from "./commands.ts";
import type { Page } from "./listings.ts";
import { Actions } from "./actions.ts";
import { findDoubtful } from "./doubts.ts";
import { readInbox, readMemory, readSession, readTold } from "./queries.ts";
import { type PageFiles, pageText } from "./server.ts";

/** The answers in a read-only copy, by request. Each list is one answer, from which the page takes parts. */
export interface CopiedAnswers {
  readonly [request: string]: unknown;
}

/** The limits for rows in a copy (`steps` and `tellings`: for each session), as a browser reads the file at once. */
const MOST = { memories: 5000, sessions: 300, steps: 500, tellings: 50 };

/** Returns the page as one HTML file that contains all its data and needs no server. */
export async function copyText(commands: Commands, { script, style }: PageFiles): Promise<string> {
  const answers = await answersOf(commands);
  const data = JSON.stringify(answers).replaceAll("<", "\\u003c"); // no stored text can end the element
  const [scriptHash, styleHash] = [await hashOf(script), await hashOf(style)];
  const policy = `default-src 'none'; script-src '${scriptHash}'; style-src '${styleHash}'; img-src data:; ` +
    "base-uri 'none'; form-action 'none'";
  return pageText({
    head: `<meta http-equiv="content-security-policy" content="${policy}">\n<style>${style}</style>`,
    body:
      `<script type="application/json" id="copy">${data}</script>\n<script type="module">${script}</script>`,
  });
}

async function answersOf(commands: Commands): Promise<CopiedAnswers> {
  const project = commands.place.project ?? undefined;
  const context: ApiContext = {
    commands,
    actions: new Actions(() => {}, commands.explain),
    notify: () => {},
  };
  const answers: Record<string, unknown> = {};
  const ask = async (name: keyof typeof READS, params: Record<string, string> = {}) =>
    await READS[name](context, new URLSearchParams({ project: project ?? "", ...params }));
  for (const name of ["now", "state", "categories", "predictions", "numbers", "privacy"] as const) {
    answers[name] = await ask(name);
  }
  const leftOut: string[] = [];
  const whole = async <T>(name: "memories" | "sessions", params: Record<string, string>, most: number) => {
    const rows: T[] = [];
    let page: Page<T>;
    do {
      page = await ask(name, { ...params, offset: String(rows.length), limit: "500" }) as unknown as Page<T>;
      rows.push(...page.rows);
    } while (page.rows.length > 0 && rows.length < Math.min(page.total, most));
    if (rows.length < page.total) {
      leftOut.push(`${page.total - rows.length} older ${params.status ?? ""} ${name}`);
    }
    return { total: rows.length, rows };
  };
  const doubtful = await findDoubtful(commands, project);
  const inbox = commands.read((store) =>
    readInbox(store, project, doubtful, { offset: 0, limit: MOST.memories })
  );
  const sessions = await whole<{ id: string }>("sessions", {}, MOST.sessions);
  const kept: { id: string }[] = [];
  for (const status of ["active", "superseded", "candidate"]) {
    const memories = await whole<{ id: string }>("memories", { status }, MOST.memories);
    answers[`memories ${status}`] = memories;
    kept.push(...memories.rows);
  }
  Object.assign(answers, { inbox, sessions });
  const doubts = new Map(doubtful.map(({ memory, doubts }) => [`m${memory.id}`, doubts]));
  commands.read((store) => {
    for (const { id } of kept) {
      const memory = memoryByRow(store, commands.rowOf(id));
      if (memory === undefined) continue;
      answers[`memory ${id}`] = { ...readMemory(store, memory), doubts: doubts.get(id) ?? [] };
    }
    let isCut = false;
    for (const { id } of sessions.rows) {
      const session = readSession(store, id, { offset: 0, limit: MOST.steps });
      isCut ||= session !== undefined && session.total > MOST.steps;
      answers[`session ${id}`] = { ...session, total: session?.rows.length };
      answers[`told ${id}`] = readTold(store, id, { offset: 0, limit: MOST.tellings });
    }
    if (isCut) leftOut.push(`all steps of a session after the first ${MOST.steps}`);
  });
  for (const { memory } of inbox.rows) {
    answers[`surroundings ${memory.id}`] = await ask("surroundings", { id: memory.id });
  }
  leftOut.push("whole outputs of tools", "the preview", "the ranking of the search");
  answers.place = {
    ...commands.place,
    projects: project === undefined ? [] : [project],
    copied_at: new Date().toISOString(),
    left_out: leftOut,
  };
  return answers;
}

/** Returns the hash by which a content security policy allows a script or a style. */
async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${new Uint8Array(bytes).toBase64()}`;
}
