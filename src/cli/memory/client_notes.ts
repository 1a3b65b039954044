import { hashText } from "../../base/hash.ts";
import { headText, infoOf, textOf } from "../../machine/files.ts";
import type { MemoryCategory } from "../../memory/memory_text.ts";
import { clientRows } from "../clients/client_table.ts";
import { clientFolder } from "../install/settings_file.ts";
import { namesIn } from "../is_there.ts";

/** The clients whose own notes can be read. */
export type NoteWriter = "claude" | "codex";

/** Something that a client has noted by itself, in one of its files. */
export interface ClientNote {
  /** The file, and the heading in it where it holds several: by this it is known the next time. */
  readonly place: string;
  readonly hash: string;
  readonly category: MemoryCategory;
  readonly title: string | null;
  readonly body: string;
  /** `null` for one that names no project. */
  readonly project: string | null;
}

/** Larger files are no notes. */
const MAX_BYTES = 256 * 1024;
/** So much of a transcript says where its session was. */
const HEAD_BYTES = 64 * 1024;

/** The notes of a client, and the files of those that say of no project that can be told. Nothing is written. */
export function clientNotes(writer: NoteWriter) {
  return writer === "claude" ? claudeNotes(`${clientFolder()}/projects`) : codexNotes();
}

/** Claude Code keeps an index and a file for each note, beside the transcripts of a project. */
function claudeNotes(projects: string) {
  const notes: ClientNote[] = [];
  const homeless: string[] = [];
  for (const name of namesIn(projects)) {
    const files = markdownIn(`${projects}/${name}/memory`);
    const project = files.length === 0 ? undefined : projectOf(`${projects}/${name}`);
    if (project === undefined) homeless.push(...files);
    else notes.push(...files.flatMap((file) => notesIn(file, project)));
  }
  return { notes, homeless };
}

/** Codex keeps one set for all projects; a group of notes names its own. */
function codexNotes() {
  const folder = `${clientRows().find(({ name }) => name === "codex")?.folder ?? ""}/memories`;
  const files = markdownIn(folder).filter((file) => file.endsWith("/MEMORY.md"));
  return { notes: files.flatMap((file) => notesIn(file, null)), homeless: [] };
}

function markdownIn(folder: string): string[] {
  return namesIn(folder).filter((name) => name.endsWith(".md")).map((name) => `${folder}/${name}`)
    .filter((file) => (infoOf(file)?.size ?? Infinity) <= MAX_BYTES);
}

/** The folder in which the sessions beside the notes were: the folder's name does not tell it apart from others. */
function projectOf(folder: string): string | undefined {
  for (const name of namesIn(folder).filter((name) => name.endsWith(".jsonl"))) {
    const found = /"cwd": ?("(?:[^"\\]|\\.)*")/.exec(headText(`${folder}/${name}`, HEAD_BYTES))?.[1];
    if (found !== undefined) return JSON.parse(found);
  }
  return undefined;
}

/** A file with a head of its own is one note; of others each heading begins one. */
export function notesIn(file: string, project: string | null): ClientNote[] {
  const text = (textOf(file) ?? "").replaceAll("\r\n", "\n");
  const head = /^---\n([\s\S]*?)\n---\n/.exec(text);
  if (head !== null) {
    const field = (name: string) => new RegExp(`^\\s*${name}: *"?(.*?)"?$`, "m").exec(head[1] ?? "")?.[1];
    const title = field("description") ?? field("name") ?? null;
    return [
      noteOf(file, { title, body: text.slice(head[0].length), project, category: categoryOf(field("type")) }),
    ];
  }
  return text.split(/^(?=#{1,3} )/m).map((part) => {
    const [, heading, body] = /^#{1,3} +(.*)\n?([\s\S]*)$/.exec(part) ?? [undefined, undefined, part];
    const own = /\bcwd[=:] *`?(\/[^\s`;,]+)/.exec(part)?.[1];
    return { heading, body: (body ?? "").split("\n").filter((line) => !isLink(line)).join("\n"), own };
  }).filter(({ body }) => /\p{L}/u.test(body)).map(({ heading, body, own }) =>
    noteOf(heading === undefined ? file : `${file}#${heading}`, {
      title: heading ?? null,
      body,
      project: own ?? project,
      category: "RUNBOOK",
    })
  );
}

/** A line of an index: the note stands in the file that it leads to. */
function isLink(line: string): boolean {
  return /^\s*[-*] +\[[^\]]*\]\([^)]*\.md\)/.test(line);
}

function categoryOf(type: string | undefined): MemoryCategory {
  return type === "user" || type === "feedback" ? "PREFERENCE" : type === "project" ? "DECISION" : "RUNBOOK";
}

function noteOf(place: string, note: Omit<ClientNote, "place" | "hash">): ClientNote {
  const body = note.body.trim();
  return { ...note, body, place, hash: hashText(`${note.title ?? ""}\n${body}\n${note.project ?? ""}`) };
}
