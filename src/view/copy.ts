import { READS } from "./api.ts";
import { memoryByRow } from "../store/memories.ts";
import type { Commands } from "./commands.ts";
import type { DoubtfulMemory, InboxView, ListedMemory, Page, SessionView } from "./contract.ts";
import { pageText } from "./document.ts";
import { readCourse, readMemory } from "./queries.ts";
import type { PageFiles } from "./server.ts";

/** The answers that a read-only copy brings along, by what the page asks: a list is whole, and the page cuts it. */
export interface CopiedAnswers {
  readonly [question: string]: unknown;
}

/** A copy is one file that a browser reads at once. */
const MOST = { memories: 5000, sessions: 300, steps: 500 };

/** The page as one file that needs no server and reaches none: what it would ask is in it. */
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
  const project = commands.place.project ?? "";
  const answers: Record<string, unknown> = {};
  const ask = async (name: string, params: Record<string, string> = {}) => {
    const asked = new URLSearchParams({ project, ...params });
    return await READS[name]!(commands, asked);
  };
  for (const name of ["now", "categories", "predictions", "numbers", "privacy", "doubtful"]) {
    answers[name] = await ask(name);
  }
  const place = await ask("place") as object;
  answers.place = {
    ...place,
    projects: project === "" ? [] : [project],
    copied_at: new Date().toISOString(),
  };
  const whole = async <T>(name: string, params: Record<string, string>, most: number): Promise<Page<T>> => {
    const rows: T[] = [];
    let page: Page<T>;
    do {
      page = await ask(name, { ...params, offset: String(rows.length), limit: "500" }) as Page<T>;
      rows.push(...page.rows);
    } while (page.rows.length > 0 && rows.length < Math.min(page.total, most));
    return { ...page, total: rows.length, rows };
  };
  const inbox = await whole<ListedMemory>("inbox", {}, MOST.memories) as InboxView;
  const memories = await whole<ListedMemory>("memories", { status: "active" }, MOST.memories);
  const replaced = await whole<ListedMemory>("memories", { status: "superseded" }, MOST.memories);
  const sessions = await whole<SessionView>("sessions", {}, MOST.sessions);
  Object.assign(answers, { inbox, "memories active": memories, "memories superseded": replaced, sessions });
  answers["memories candidate"] = { total: inbox.total, rows: inbox.rows };
  const doubts = new Map(
    (answers.doubtful as DoubtfulMemory[]).map(({ memory, doubts }) => [memory.id, doubts]),
  );
  commands.read((store) => {
    for (const { id } of [...memories.rows, ...replaced.rows, ...inbox.rows]) {
      const memory = memoryByRow(store, commands.rowOf(id));
      if (memory === undefined) continue;
      answers[`memory ${id}`] = { ...readMemory(store, memory), doubts: doubts.get(id) ?? [] };
    }
    for (const { id } of sessions.rows) {
      answers[`session ${id}`] = readCourse(store, id, { offset: 0, limit: MOST.steps });
    }
  }, undefined);
  for (const { id } of inbox.rows) answers[`surroundings ${id}`] = await ask("surroundings", { id });
  return answers;
}

/** As a content security policy names a script that it lets run. */
async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`;
}
