import { UsageError, UserError } from "../../base/user_error.ts";
import { findProject } from "../../machine/project.ts";
import { MAX_BODY_UNITS, memoryId } from "../../memory/memory_text.ts";
import { isExcludedProject } from "../../privacy/exclusion.ts";
import { type ImportedNote, importedNotes } from "../../store/client_notes.ts";
import { insertMemory, isForgotten, type MemoryDraft } from "../../store/memories.ts";
import { editMemory } from "../../store/save_memory.ts";
import type { Store } from "../../store/store.ts";
import { evaluateProject } from "../config/compile.ts";
import { requirePaths } from "../data_folder.ts";
import { cleanerFor } from "../ghap/ghap_home.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { alignRows, countRows, plainText } from "../plain_text.ts";
import { openHome } from "../prepare_home.ts";
import { cleanBody, cleanTitle } from "./add.ts";
import { type ClientNote, clientNotes, type NoteWriter } from "./client_notes.ts";

interface NoteFlags {
  readonly from: string;
  readonly json?: true;
}

/** Written by the client itself, which may have misunderstood. */
const CONFIDENCE = 0.8;
const TITLE_UNITS = 100;

/** `mneme memory import --from claude|codex`: what a client has noted by itself, as memories that follow its files. */
export function importNotes({ from, json }: NoteFlags): void {
  if (from !== "claude" && from !== "codex") {
    throw new UsageError(`Cannot import the notes of "${from}"`, { hint: "name claude or codex" });
  }
  const { notes, homeless } = clientNotes(from);
  const done = keepNotes(from, notes);
  const gone = done.gone.map(memoryId);
  const report = { ...done, gone, homeless };
  if (json) return printJson(report);
  alignRows(countRows(report), [1]).forEach(printLine);
  for (const file of homeless) {
    warnLine(`${plainText(file)} is left out: no transcript beside it tells its project`);
  }
  if (gone.length > 0) {
    warnLine(`Notes are gone; to forget what they said: mneme memory forget ${gone.join(" ")}`);
  }
}

function keepNotes(from: NoteWriter, notes: readonly ClientNote[]) {
  using store = openHome().store;
  const at = new Date().toISOString();
  const known = new Map(importedNotes(store, sourceOf(from)).map((one) => [placeIn(one.note), one]));
  const done = { added: 0, updated: 0, present: 0, forgotten: 0, left: 0 };
  store.transaction(() => {
    for (const note of notes) {
      const before = known.get(note.place);
      known.delete(note.place);
      done[keepNote(store, { from, note, before }, at)]++;
    }
  });
  return { ...done, gone: [...known.values()].map(({ id }) => id) };
}

type Outcome = "added" | "updated" | "present" | "forgotten" | "left";

function keepNote(
  store: Store,
  { from, note, before }: { from: NoteWriter; note: ClientNote; before: ImportedNote | undefined },
  at: string,
): Outcome {
  const evidence = `${sourceOf(from)}${note.place} (${note.hash})`;
  if (before?.note === evidence) return "present"; // also one that a person has edited since
  const draft = draftOf(note, evidence);
  if (draft === undefined) return "left";
  if (before !== undefined) {
    editMemory(store, before.id, { ...before, ...draft, files: before.files }, at);
    return "updated";
  }
  if (isForgotten(store, draft.category, draft.body)) return "forgotten";
  insertMemory(store, draft, { status: "active", at });
  return "added";
}

/** `undefined` for a note that is not to be kept: of an excluded project, private, or too long. */
function draftOf(note: ClientNote, evidence: string): MemoryDraft | undefined {
  const paths = requirePaths();
  const project = note.project === null ? null : findProject(note.project);
  const settings = evaluateProject(paths, project ?? paths.root).settings;
  if (project !== null && isExcludedProject(project, settings.privacy.exclude_projects)) return undefined;
  const clean = cleanerFor(settings);
  try {
    return {
      project,
      scope: project === null ? "user" : "project",
      category: note.category,
      title: note.title === null ? null : cleanTitle(note.title.slice(0, TITLE_UNITS), clean),
      body: cleanBody(note.body.slice(0, MAX_BODY_UNITS), clean),
      evidence,
      source: "import",
      confidence: CONFIDENCE,
      sessionId: null,
      files: [],
    };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** How the evidence of such a memory begins; its place and the hash of the note follow. */
function sourceOf(from: NoteWriter): string {
  return `Note of ${from}: `;
}

function placeIn(evidence: string): string {
  return evidence.replace(/^Note of \w+: /, "").replace(/ \([0-9a-f]+\)$/, "");
}
