// `mneme view --out FILE`: the page as one file with its data, read-only, without a server.
import { isExcludedProject } from "../../privacy/exclusion.ts";
import { memoryByRow } from "../../store/memories.ts";
import { sql } from "../../store/sql.ts";
import type { Store } from "../../store/store.ts";
import { type Page, tellingsByItem } from "../../view/listings.ts";
import {
  readInbox,
  readMemories,
  readMemory,
  readSession,
  readSessions,
  readTold,
} from "../../view/queries.ts";
import { type PageFiles, pageText } from "../../view/server.ts";
import { TEXT_CHARACTERS } from "../../view/session_steps.ts";
import { readStore } from "../frame/home.ts";
import { findDoubtful } from "./doubts.ts";
import type { PageHome } from "./page_home.ts";
import { type Answers, read } from "./reads.ts";

/** The answers in a copy, by request, such as `memory m12`. The page takes parts of the whole lists. */
export type CopiedAnswers = Readonly<Record<string, unknown>>;

/** The most rows in a copy, as a browser reads the whole file. `steps` and `tellings` count per session. */
const MOST = { memories: 5000, sessions: 300, steps: 500, tellings: 50 };

/** The values in a copy of one project for what is counted for all projects at once, by key. */
const OF_ALL: Readonly<Record<string, unknown>> = { failures: { count: 0 }, hooks: [], spooled: 0 };

const WITHOUT_ID = ["now", "state", "predictions", "numbers", "privacy"] as const;

/** Returns the page as an HTML file that contains all its data. */
export async function copyText(home: PageHome, { script, style }: PageFiles): Promise<string> {
  const data = (await answersOf(home)).replaceAll("<", "\\u003c"); // no stored text can end the script
  const [scriptHash, styleHash] = [await hashOf(script), await hashOf(style)];
  const policy = `default-src 'none'; script-src '${scriptHash}'; style-src '${styleHash}'; img-src data:; ` +
    "base-uri 'none'; form-action 'none'";
  return pageText({
    head: `<meta http-equiv="content-security-policy" content="${policy}">\n<style>${style}</style>`,
    body:
      `<script type="application/json" id="copy">${data}</script>\n<script type="module">${script}</script>`,
  });
}

/**
 * Returns the answers as JSON. A copy of one project leaves out data of others: the sessions and memories to
 * which a memory of every project refers, pauses and exclusions; also all runs of hooks, whose failures may name
 * any file.
 */
async function answersOf(home: PageHome): Promise<string> {
  const project = home.project ?? undefined;
  const isOwn = (of: string | null) => project === undefined || of === null || of === project;
  const doubtful = await findDoubtful(home, project);
  const ask = (name: string, id = "") => read(home, name, { project: project ?? "", id });
  const answers: Record<string, unknown> = Object.fromEntries(WITHOUT_ID.map((name) => [name, ask(name)]));
  const leftOut: string[] = [];
  const list = <T>(name: string, what: string, page: Page<T>): readonly T[] => {
    const { total, rows } = answers[name] = page;
    if (rows.length < total) leftOut.push(`${(total - rows.length).toLocaleString()} further ${what}`);
    return rows;
  };
  return readStore(home.paths, (store) => {
    const ownIds = idsOfSessions(store, project);
    const byItem = tellingsByItem(store);
    for (const status of ["active", "superseded", "candidate"] as const) {
      const page = readMemories(store, { project, status }, { offset: 0, limit: MOST.memories });
      answers[`categories ${status}`] = [...Map.groupBy(page.rows, (one) => one.category)]
        .map(([category, { length: count }]) => ({ category, count }));
      for (const { id } of list(`memories ${status}`, `${status} memories`, page)) {
        const memory = memoryByRow(store, Number(id.slice(1)));
        if (memory === undefined) continue;
        const { told, not_here, supersedes, superseded_by: by, ...rest } = readMemory(store, memory, byItem);
        answers[`memory ${id}`] = {
          ...rest,
          told: told.filter(({ session }) => ownIds.has(session)),
          not_here: not_here.filter(isOwn),
          supersedes: supersedes.filter((one) => isOwn(one.project)),
          superseded_by: by !== null && isOwn(by.project) ? by : null,
          doubts: doubtful.find((one) => one.memory.id === memory.id)?.doubts ?? [],
        };
      }
    }
    const sessions = readSessions(store, { project }, { offset: 0, limit: MOST.sessions });
    for (const { id } of list("sessions", "sessions", sessions)) {
      answers[`session ${id}`] = readSession(store, id, { offset: 0, limit: MOST.steps });
      answers[`told ${id}`] = readTold(store, id, { offset: 0, limit: MOST.tellings });
    }
    const inbox = readInbox(store, { project, part: { offset: 0, limit: MOST.memories } }, doubtful);
    for (const { memory: { id, session } } of inbox.rows) {
      if (session === null || ownIds.has(session.id)) answers[`surroundings ${id}`] = ask("surroundings", id);
    }
    answers.inbox = inbox;
    answers.place = {
      project: home.project,
      projects: project === undefined ? [] : [project],
      copied_at: new Date().toISOString(),
      left_out: [
        ...leftOut,
        `the steps after the first ${MOST.steps} and the texts after the first ${MOST.tellings} of each session`,
        `what follows the first ${TEXT_CHARACTERS} characters of a prompt`,
        "whole outputs of tools",
        ...project === undefined ? [] : ["pauses and exclusions of other projects", "runs of hooks"],
        ...["the preview", "the ranking of the search"],
      ],
    } satisfies Answers["place"];
    // Several answers have the same keys, so what must not be in a copy of one project is left out here, at once.
    return JSON.stringify(answers, (key, value) => {
      if (project === undefined) return value;
      if (Object.hasOwn(OF_ALL, key)) return OF_ALL[key];
      if (key === "about") return value !== null && isOwn(value.project) ? value : null;
      if (key === "excluded") return value.filter((one: string) => isExcludedProject(project, [one]));
      if (key !== "session" || value === null) return value;
      return ownIds.has(typeof value === "string" ? value : value.id) ? value : null;
    });
  });
}

function idsOfSessions(store: Store, project: string | undefined): ReadonlySet<string> {
  return new Set(store.column<string>(sql`
    select 's' || id from sessions where ${project} is null or project = ${project}`));
}

async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${new Uint8Array(bytes).toBase64()}`;
}
