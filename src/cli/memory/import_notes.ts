// `mneme memory import --from claude|codex`: keeps a memory for each note of the client, and updates it.
import { cutAtWord, cutEnd } from "../../base/cut.ts";
import { hashText } from "../../base/hash.ts";
import { below } from "../../base/slashes.ts";
import { headText, isFolder, sizeOf, textOf } from "../../machine/files.ts";
import { homeFolder } from "../../machine/paths.ts";
import { findProject } from "../../machine/project.ts";
import { decodeEvidence } from "../../memory/memory_evidence.ts";
import { madeTitle, MAX_BODY_UNITS, memoryId } from "../../memory/memory_text.ts";
import { importedMemories, insertMemory, isForgotten, type MemoryRow } from "../../store/memories.ts";
import { listProjects } from "../../store/projects.ts";
import { editMemory } from "../../store/save_memory.ts";
import { clientRows } from "../clients/client_table.ts";
import { cannotTake, type Output } from "../frame/command.ts";
import { evaluateProject } from "../config/compile.ts";
import { readYaml } from "../config/yaml_source.ts";
import { currentProject, openHome, readStore, requirePaths } from "../frame/home.ts";
import { cleanerFor } from "../items/call_place.ts";
import { clientFolder } from "../registration/settings_file.ts";
import { isThere, namesIn } from "../frame/is_there.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { amount, plainText, sizeText } from "../frame/plain_text.ts";
import { tryEach } from "../items/find_item.ts";
import { draftOf } from "../items/memory_draft.ts";

export function importNotes({ from, json }: Output & { readonly from: string }): void {
  if (from !== "claude" && from !== "codex") cannotTake(from, "a client with notes", "name claude or codex");
  const files = from === "claude" ? claudeFiles(below(clientFolder(), "projects")) : codexFiles();
  const homeless = files.filter(({ project }) => project === undefined);
  const large = files.filter((one) => !homeless.includes(one) && sizeOf(one.file) > MAX_NOTE_BYTES);
  const unusable = [...homeless, ...large];
  const notes = files.filter((one) => !unusable.includes(one))
    .flatMap(({ file, project = null }) => notesIn(file, project));
  const { unread, ...done } = keepNotes(from, notes);
  const isLeftOut = (at: string) => unusable.some(({ file }) => at === file || at.startsWith(`${file}#`));
  const gone = unread.filter(({ place }) => !isLeftOut(place)).map(({ id }) => memoryId(id));
  const filesOf = (list: typeof files) => list.map(({ file }) => file);
  if (json) return printJson({ ...done, gone, homeless: filesOf(homeless), large: filesOf(large) });
  const { added, updated, present, forgotten, left } = done;
  const found = amount(notes.length, "note");
  printLine(`Imported ${amount(added, "memory")} from ${found}; ${updated} updated, ${present} as they were`);
  if (forgotten > 0) printLine(`Left out ${amount(forgotten, "memory")} that you had forgotten`);
  if (left > 0) printLine(`Left out ${amount(left, "note")}: the project is excluded, or the text unusable`);
  for (const { file, project } of unusable) {
    const why = project === undefined
      ? "neither a transcript beside it nor a known project tells where it belongs"
      : `it has more than ${sizeText(MAX_NOTE_BYTES)}`;
    warnLine(`${plainText(file)} is left out: ${why}`);
  }
  if (gone.length > 0) {
    const ids = gone.join(" ");
    printLine(`No longer in the notes: ${ids}; \`mneme memory forget ${ids}\` forgets this here, too`);
  }
}

function keepNotes(from: "claude" | "codex", notes: readonly ClientNote[]) {
  using store = openHome().store;
  const at = new Date().toISOString();
  const done = { added: 0, updated: 0, present: 0, forgotten: 0, left: 0 };
  return store.transaction(() => { // reads within it, as another import may run
    // A memory is found by its evidence, as a person may have edited its text.
    const known = new Map(
      importedMemories(store)
        .map((memory) => ({ memory, ...decodeEvidence(memory.evidence ?? "") }))
        .filter(({ quote }) => quote.startsWith(`Note of ${from}: `))
        .map((one) => [one.quote.replace(/^Note of \w+: /, "").replace(/ \([0-9a-f]+\)$/, ""), one]),
    );
    for (const note of notes) {
      const { place, evidence, draft } = cleanNote(note, from);
      const before = known.get(place);
      known.delete(place);
      if (before?.quote === evidence || before?.edited) done.present++; // a person's or an agent's text stays
      else if (draft === undefined) done.left++;
      else if (before !== undefined) {
        const { memory } = before;
        editMemory(store, memory.id, { ...memory, ...draft, files: memory.files }, at);
        done.updated++;
      } else if (isForgotten(store, draft.body)) done.forgotten++;
      else {
        insertMemory(store, draft, { status: "active", at }); // merged with none: the next import finds it
        done.added++;
      }
    }
    return { ...done, unread: [...known].map(([place, { memory }]) => ({ place, id: memory.id })) };
  });
}

/** Cleans before it cuts: half a secret is not recognised. `draft` is absent for what may not be kept. */
function cleanNote(note: ClientNote, from: string) {
  const paths = requirePaths();
  const project = note.project === null ? null : findProject(note.project);
  const { settings } = evaluateProject(paths, project ?? paths.root);
  const clean = cleanerFor(settings);
  const place = clean(note.place);
  const body = note.body.trim();
  const hash = hashText(`${note.title ?? ""}\n${body}\n${note.project ?? ""}`);
  const evidence = `Note of ${from}: ${place} (${hash})`;
  const given = note.title === null ? null : clean(note.title);
  const isFact = (given ?? "").trim().split(/\s+/).length >= FACT_WORDS;
  const made = madeTitle(clean(body).replace(SCOPE_LINE, ""));
  const input = {
    category: note.category,
    title: given === null ? made : cutAtWord(isFact ? given : `${given}: ${made}`, 100),
    body: body.length > MAX_BODY_UNITS ? cutEnd(clean(body), MAX_BODY_UNITS) : body,
    scope: project === null ? "user" : "project",
  };
  const origin = { project: project ?? "", settings, source: "import", sessionId: null } as const;
  const { done: [draft] } = tryEach([input], () => draftOf(input, origin, clean));
  return { place, evidence, draft: draft && { ...draft, evidence } };
}

const FACT_WORDS = 4; // the least words of a heading that states a fact; a shorter one names a topic

const SCOPE_LINE = /^applies_to:.*$/m; // matches the line in which Codex says where a note applies

interface ClientNote extends Pick<MemoryRow, "category" | "title" | "body" | "project"> {
  /** The file, with heading and number if it has several notes. The next import recognises the note by it. */
  readonly place: string;
}

const MAX_NOTE_BYTES = 256_000;
const HEAD_BYTES = 64 * 1024; // of a transcript

/** A file of notes, and its project; `null` for all projects, `undefined` if it is not known. */
type NoteFile = { readonly file: string; readonly project: string | null | undefined };

/** Beside a project's transcripts, Claude Code keeps an index and a file for each note. */
function claudeFiles(projects: string): NoteFile[] {
  return namesIn(projects).flatMap((name) => {
    const folder = below(projects, name);
    const notes = below(folder, "memory");
    const files = namesIn(notes).filter((one) => one.endsWith(".md")).map((one) => below(notes, one));
    const project = files.length === 0 ? undefined : projectOf(folder) ?? knownAs(name);
    return files.map((file) => ({ file, project }));
  });
}

/** Codex keeps one file for all projects, in which a group of notes names its project. */
function codexFiles(): NoteFile[] {
  const file = below(clientRows().find(({ name }) => name === "codex")?.folder ?? "", "memories/MEMORY.md");
  return isThere(file) ? [{ file, project: null }] : [];
}

/** The folder's own name is ambiguous (`a-b` and `a/b`), so a transcript in it tells the project. */
function projectOf(folder: string): string | undefined {
  const cwd = namesIn(folder).values().filter((name) => name.endsWith(".jsonl"))
    .map((name) => /"cwd": ?("(?:[^"\\]|\\.)*")/.exec(headText(below(folder, name), HEAD_BYTES))?.[1])
    .find((found) => found !== undefined);
  return cwd && JSON.parse(cwd);
}

/** Returns the known project for which Claude Code uses this folder name, unless two projects fit. */
function knownAs(name: string): string | undefined {
  const known = readStore(requirePaths(), listProjects).map(({ project }) => project);
  const [found, other] = new Set(
    [currentProject(), ...known].filter((folder) => folder.replace(/[^A-Za-z0-9]/g, "-") === name),
  );
  return other === undefined ? found : undefined;
}

/** A file with front matter is one note; another has a note for each heading. */
function notesIn(file: string, project: string | null): ClientNote[] {
  const text = (textOf(file) ?? "").replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  const head = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text);
  if (head !== null) {
    const field = (name: string) => fieldOf(head[1] ?? "", name);
    const title = field("description") ?? field("name") ?? null;
    const body = text.slice(head[0].length);
    const type = field("type");
    const isRule = type === "user" || type === "feedback";
    const category = isRule ? "PREFERENCE" : type === "project" ? "DECISION" : "RUNBOOK";
    return [{ place: file, title, body, project, category }];
  }
  let group: string | undefined; // the folder that a heading `# ` names for the headings below it
  const notes = sectionsOf(text).map((part) => {
    const [, marks, heading, all = part] = /^(#{1,3}) +(.*)\n?([\s\S]*)$/.exec(part) ?? [];
    group = folderNamedIn(part) ?? (marks === "#" ? undefined : group);
    const body = all.split("\n").filter((line) => !LINK.test(line)).join("\n");
    return { heading, body, own: group };
  }).filter(({ heading = "", body }) => !INDEX.test(heading) && /\p{L}/u.test(body));
  return notes.map(({ heading, body, own }, i) => {
    const nth = notes.slice(0, i + 1).filter((one) => one.heading === heading).length;
    const place = heading === undefined ? file : `${file}#${heading}${nth === 1 ? "" : ` (${nth})`}`;
    return { place, title: heading ?? null, body, project: own ?? project, category: "RUNBOOK" };
  });
}

/** Reads a field alone, as clients also write what is no YAML: `description: Ports: 4173`. */
function fieldOf(head: string, name: string): string | undefined {
  const given = new RegExp(`^( *)${name}:(.*(?:\\n\\1 .*)*)`, "m").exec(head)?.[2] ?? "";
  const isYaml = /^\s*(?:["']|[|>][-+]?\d*\s*$)/m.test(given); // else `#12` would begin a comment
  const data = isYaml ? readYaml(given).data : given.replace(/\s*\n\s*/g, " ");
  return (typeof data === "string" ? data : given).trim() || undefined;
}

/** Returns the first folder of Codex's line `applies_to`. Only the disk tells a name with blanks from a sentence. */
function folderNamedIn(section: string): string | undefined {
  const found = /^applies_to:.*?\bcwd=[`"']?((?:~|[A-Za-z]:)?[\\/][^`"';,\n]*)/m.exec(section)?.[1]?.trim();
  const path = found?.replace(/^~/, homeFolder() ?? "~");
  return path?.split(" ").map((_, i, all) => all.slice(0, all.length - i).join(" ")).find(isFolder) ?? path;
}

/** Matches a heading of Codex below which only words for a text search and paths of transcripts stand. */
const INDEX = /^(?:keywords|rollout_summary_files)$/;

/** Splits Markdown before its headings. A comment in a block of code (`# x`) is no heading. */
function sectionsOf(text: string): string[] {
  const sections = [""];
  let isCode = false;
  for (const line of text.split("\n")) {
    if (/^ *(?:```|~~~)/.test(line)) isCode = !isCode;
    if (!isCode && /^#{1,3} /.test(line)) sections.push("");
    sections.push(`${sections.pop()}${line}\n`);
  }
  return sections;
}

/** Matches a line of Claude Code's index, which links to the file of a note. */
const LINK = /^\s*[-*] +\[[^\]]*\]\([^)]*\.md\)/;
