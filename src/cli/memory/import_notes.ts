// `mneme memory import --from claude|codex`: keeps a memory for each note of the client, and updates it.
import { cutAtWord, cutEnd } from "../../base/cut.ts";
import { hashText } from "../../base/hash.ts";
import { below, parentFolder } from "../../base/slashes.ts";
import { headText, infoOf, isFolder, sizeOf, textOf } from "../../machine/files.ts";
import { clientsNameOf, homeFolder } from "../../machine/paths.ts";
import { findProject } from "../../machine/project.ts";
import { decodeEvidence } from "../../memory/memory_evidence.ts";
import { madeTitle, MAX_BODY_UNITS, memoryId } from "../../memory/memory_text.ts";
import {
  importedMemories,
  insertMemory,
  isForgotten,
  type MemoryRow,
  saidKey,
} from "../../store/memories.ts";
import { exportedMemories } from "../../store/memory_transfer.ts";
import { listProjects } from "../../store/projects.ts";
import { editMemory } from "../../store/save_memory.ts";
import { clientRows } from "../clients/client_table.ts";
import { cannotTake, type Output } from "../frame/command.ts";
import { evaluateProject } from "../config/compile.ts";
import { readYaml } from "../config/yaml_source.ts";
import { currentProject, openHome, readStore, requirePaths } from "../frame/home.ts";
import { cleanerFor } from "../items/call_place.ts";
import { clientsProjects } from "../registration/mcp_step.ts";
import { readSpaces } from "../../sync/spaces.ts";
import { clientFolder } from "../registration/settings_file.ts";
import { isThere, namesIn } from "../frame/typed_paths.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { amount, plainText } from "../frame/plain_text.ts";
import { tryEach } from "../items/find_item.ts";
import { draftOf } from "../items/memory_draft.ts";

export function importNotes({ from, json }: Output & { readonly from: string }): void {
  if (from !== "claude" && from !== "codex") cannotTake(from, "a client with notes", "name claude or codex");
  const files = from === "claude" ? claudeFiles(below(clientFolder(), "projects")) : codexFiles();
  const homeless = files.filter(({ project }) => project === undefined).map(({ file }) => file);
  const large = files.map(({ file }) => file).filter((file) => sizeOf(file) > MAX_MB * 1e6);
  const usable = files.filter(({ file }) => !homeless.includes(file) && !large.includes(file));
  const notes = usable.flatMap(({ file, project = null }) => notesIn(file, project, from));
  const folders = new Set(usable.map(({ file }) => parentFolder(file)));
  const isRead = (at: string) => folders.has(parentFolder(at)) && !large.includes(at);
  const { gone, ...done } = keepNotes(from, notes, isRead);
  if (json) return printJson({ ...done, gone, homeless, large });
  const { added, updated, present, forgotten, left } = done;
  const found = amount(notes.length, "note");
  printLine(`Imported ${amount(added, "memory")} from ${found}; ${updated} updated, ${present} as they were`);
  if (forgotten > 0) printLine(`Left out ${amount(forgotten, "memory")} that you had forgotten`);
  if (left > 0) printLine(`Left out ${amount(left, "note")}: the project is excluded, or the text unusable`);
  for (const folder of new Set(homeless.map(parentFolder))) {
    warnLine(`${plainText(folder)} is left out: nothing tells its project; run this in that project`);
  }
  for (const file of large) warnLine(`${plainText(file)} is left out: it has more than ${MAX_MB} MB`);
  const ids = gone.join(" ");
  if (ids) printLine(`No longer in the notes: ${ids}; \`mneme memory forget ${ids}\` forgets it everywhere`);
}

function keepNotes(from: string, notes: readonly ClientNote[], isRead: (file: string) => boolean) {
  using store = openHome().store;
  const done = { added: 0, updated: 0, present: 0, forgotten: 0, left: 0 };
  return store.transaction(() => { // it also reads inside, as another import may run
    const said = new Set(exportedMemories(store).filter(({ status }) => status !== "candidate").map(saidKey));
    const cleaned = notes.map((note) => cleanNote(note, from));
    // A note finds its memory by hash, words, place or name: a person may have edited the text, but not the evidence.
    const known = importedMemories(store, readSpaces(requirePaths()).origin).flatMap((memory) => {
      const { quote, edited } = decodeEvidence(memory.evidence ?? "");
      const [, client, place = "", file = "", hash = ""] =
        /^Note of (\w+): ((.*?\.md)(?:#.*)?) \((\w+)\)$/s.exec(quote) ?? [];
      const keys = [saidKey(memory), hash];
      const isNoted = cleaned.some((one) => keys.includes(one.hash) || keys.includes(one.words ?? ""));
      // The folder of a changed note may have moved; a folder that is still there has notes of its own.
      if (!isNoted && (isRead(file) || !isThere(file))) keys.push(place, nameOf(place, memory.project));
      return client === from ? [{ memory, edited, file, hash, keys }] : [];
    });
    const byKey = new Map(known.flatMap((one) => one.keys.map((key) => [key, one])));
    const unread = new Set(known.filter(({ file }) => isRead(file)).map(({ memory }) => memory.id));
    for (const { hash, words = "", place, name, draft, at } of cleaned) {
      const before = byKey.get(hash) ?? byKey.get(words) ?? byKey.get(place) ?? byKey.get(name);
      const { memory, edited } = before ?? {}; // `edited`: by a person or an agent, so the text stays
      byKey.delete(name); // as another note may have this name, which leaves out numbers
      unread.delete(memory?.id ?? 0);
      if (edited || (before?.hash === hash && memory?.category === draft?.category)) done.present++;
      else if (draft === undefined) done.left++;
      else if (memory !== undefined) {
        editMemory(store, memory.id, { ...memory, ...draft, files: memory.files }, new Date().toISOString());
        done.updated++;
      } else if (said.has(words)) done.present++;
      else if (isForgotten(store, draft.body)) done.forgotten++;
      else {
        insertMemory(store, draft, { status: "active", at }); // merged with none: the next import finds it
        done.added++;
      }
      said.add(words); // a worktree's notes may be links to the main checkout's
    }
    return { ...done, gone: [...unread].map(memoryId) };
  });
}

/** Returns project, file name and heading, without the heading's numbers, such as a count or a date: they change. */
const nameOf = (place: string, project: string | null) =>
  `${project} ${place.replace(/^.*?[\\/](?=[^\\/]*\.md(?:#|$))/s, "").replace(/(?<=#.*)\d+/gs, "")}`;

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
  const isFact = /(?:\S+\s+){3}\S/.test(given ?? ""); // fewer words name a topic
  const made = madeTitle(clean(body).replace(SCOPE_LINES, "").replace(/\n### .*/s, "")); // before a first `###`
  const input = {
    category: note.category,
    title: given === null ? made : cutAtWord(isFact ? given : `${given}: ${made}`, 100),
    body: body.length > MAX_BODY_UNITS ? cutEnd(clean(body), MAX_BODY_UNITS) : body,
    scope: project === null ? "user" : "project",
  };
  const origin = { project: project ?? "", settings, source: "import", sessionId: null } as const;
  const { done: [draft] } = tryEach([input], () => ({ ...draftOf(input, origin, clean), evidence }));
  return { hash, place, name: nameOf(place, project), at: note.at, words: draft && saidKey(draft), draft };
}

const MAX_MB = 4; // the most of a file of notes
const SCOPE_LINES = /^(?:scope|applies_to):.*$/gm; // matches where a note of Codex applies

interface ClientNote extends Pick<MemoryRow, "category" | "title" | "body" | "project"> {
  /** The file, with heading and number if it has several notes. The next import recognises the note by it. */
  readonly place: string;
  readonly at: string; // when it was written
}

/** Beside a project's transcripts, Claude Code keeps an index and a file for each note. */
function claudeFiles(projects: string) {
  return namesIn(projects).flatMap((name) => {
    const notes = below(projects, `${name}/memory`);
    const files = namesIn(notes).filter((one) => one.endsWith(".md"));
    const project = files.length === 0 ? undefined : toldProject(below(projects, name)) ?? knownAs(name);
    return files.map((one) => ({ file: below(notes, one), project }));
  });
}

/** Codex keeps one file for all projects, in which a group of notes names its project. */
function codexFiles() {
  const file = below(clientRows().find(({ name }) => name === "codex")?.folder ?? "", "memories/MEMORY.md");
  return isThere(file) ? [{ file, project: null }] : [];
}

/** The folder's own name is ambiguous (`a-b` and `a/b`), so a transcript in it tells the project. */
function toldProject(folder: string): string | undefined {
  const cwd = namesIn(folder).values().filter((name) => name.endsWith(".jsonl"))
    .map((name) => /"cwd": ?("(?:[^"\\]|\\.)*")/.exec(headText(below(folder, name), 65_536))?.[1])
    .find((found) => found !== undefined);
  return cwd && JSON.parse(cwd);
}

/** Returns the known project for which Claude Code uses this folder name, unless two projects fit. */
function knownAs(name: string): string | undefined {
  const known = readStore(requirePaths(), listProjects).map(({ project }) => project);
  const all = [currentProject(), ...known, ...clientsProjects()].map((folder) => findProject(folder));
  const [found, other] = new Set(all.filter((folder) => clientsNameOf(folder) === name));
  return other === undefined ? found : undefined;
}

/** A file with front matter is one note; else each heading begins one: `###` only for Codex, or in a long section. */
function notesIn(file: string, project: string | null, from: string): ClientNote[] {
  const text = (textOf(file) ?? "").replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  const head = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text);
  const field = (name: string) => fieldOf(head?.[1] ?? "", name);
  const given = ["modified", "updated", "created"].map((name) => Date.parse(field(name) ?? ""));
  const ms = given.find(Number.isFinite) ?? infoOf(file)?.mtime?.getTime() ?? Infinity;
  const at = new Date(Math.min(ms, Date.now())).toISOString();
  if (head !== null) {
    const title = field("description") ?? field("name") ?? null;
    const body = text.slice(head[0].length);
    const type = field("type");
    const isRule = type === "user" || type === "feedback";
    const category = isRule ? "PREFERENCE" : type === "project" ? "DECISION" : "RUNBOOK";
    return [{ place: file, title, body, project, category, at }];
  }
  let group: string | undefined; // the folder that a heading `# ` names for the headings below it
  const parts = sectionsOf(text, from === "codex" ? 3 : 2)
    .flatMap((part) => part.length > MAX_BODY_UNITS ? sectionsOf(part, 3) : part); // else its end is cut off
  const notes = parts.map((part) => {
    const [, marks, heading, all = part] = /^(#{1,3}) +(.*)\n?([\s\S]*)$/.exec(part) ?? [];
    group = folderNamedIn(part) ?? (marks === "#" ? undefined : group);
    const path = group === undefined ? `#${heading}` : `#${group}#${heading}`; // as groups have equal headings
    return { heading, path, body: INDEX.test(part) ? "" : all.replace(ASIDE, ""), own: group };
  }).filter(({ body }) => /\p{L}/u.test(body.replace(SCOPE_LINES, "")));
  return notes.map(({ heading, path, body, own }, i) => {
    const nth = notes.slice(0, i + 1).filter((one) => one.path === path).length;
    const place = heading === undefined ? file : `${file}${path}${nth === 1 ? "" : ` (${nth})`}`;
    const category = /^user preferences?\b/i.test(heading ?? "") ? "PREFERENCE" : "RUNBOOK";
    return { place, title: heading ?? null, body, project: own ?? project, category, at };
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

/** Matches sections of Codex with words for a text search or paths of transcripts, and a heading of an index. */
const INDEX = /^(?:### +(?:keywords|rollout_summary_files)|# .*\bindex) *\n/i;

/** Splits Markdown before headings up to this depth. A comment in a block of code (`# x`) is no heading. */
function sectionsOf(text: string, depth: 2 | 3): string[] {
  const sections = [""];
  let isCode = false;
  for (const line of text.split("\n")) {
    if (/^ *(?:```|~~~)/.test(line)) isCode = !isCode;
    if (!isCode && (/^#+(?= )/.exec(line)?.[0].length ?? Infinity) <= depth) sections.push("");
    sections.push(`${sections.pop()}${line}\n`);
  }
  return sections;
}

/** Matches comments, and the lines of Claude Code's index that link to the file of a note. */
const ASIDE = /^[ \t]*(?:<!--[\s\S]*?-->|[-*] +\[[^\]]*\]\([^)]*\.md\).*)\n?/gm;
