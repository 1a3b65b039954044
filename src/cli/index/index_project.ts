import { hashText } from "../../base/hash.ts";
import type { PrivacySettings } from "../../base/settings.ts";
import type { CodeUnit } from "../../code/assemble_units.ts";
import { grammarOf } from "../../code/grammars.ts";
import { isUnwantedText } from "../../code/unwanted.ts";
import { textOf } from "../../machine/files.ts";
import { homeFolder, type Paths } from "../../machine/paths.ts";
import { isPaused, readPauses } from "../../machine/pause.ts";
import { isExcludedProject } from "../../privacy/exclusion.ts";
import { stripPrivateTags } from "../../privacy/private_tags.ts";
import {
  type CodeFile,
  codeFiles,
  countCodeUnits,
  keepCodeFile,
  removeCodeFile,
  writeCodeFile,
} from "../../store/code_units.ts";
import type { Store } from "../../store/store.ts";
import { evaluateProject } from "../config/compile.ts";
import { indexSearch, type Workload } from "../frame/workload.ts";
import { ProgressBar } from "../frame/progress_bar.ts";
import { cleanUnits, CodeReader } from "./code_reader.ts";
import { findSourceFiles, type SourceFile } from "./source_files.ts";

/**
 * Brings the index of a project up to date, as far as the workload allows: what is new or has changed is read, what is
 * gone is forgotten. Whoever kills it, the next run goes on where it was.
 */
export async function indexProject(
  store: Store,
  { project, privacy, workload, isFresh = false }: {
    readonly project: string;
    readonly privacy: PrivacySettings;
    readonly workload: Workload;
    /** Tells whether files that have not changed are read, too: after an update of mneme. */
    readonly isFresh?: boolean;
  },
) {
  const run = indexRun({ store, project, privacy, workload });
  const known = codeFiles(store, project);
  const { files, unread } = findSourceFiles(project);
  using bar = new ProgressBar("Indexing", files.reduce((sum, { size }) => sum + size, 0));
  let done = 0;
  for (const file of files) {
    if (workload.isOver) break;
    await run.take(file, isFresh ? undefined : known.get(file.path));
    known.delete(file.path);
    bar.update(done += file.size);
  }
  await run.flush();
  if (workload.isOver) known.clear(); // what was not looked at is not gone
  const gone = [...known.keys()].filter((path) => !unread.some((folder) => path.startsWith(folder)));
  await run.remove(gone);
  await indexSearch(store, workload);
  return { files: files.length, units: countCodeUnits(store, project), ...run.counts };
}

/** A transaction with that many takes some 5 ms; a hook waits 45 ms for it. */
const UNITS_AT_ONCE = 150;
const FILES_AT_ONCE = 50;

interface RunPlace {
  readonly store: Store;
  readonly project: string;
  readonly privacy: PrivacySettings;
  readonly workload: Workload;
}

/** Brings files of a project into the index, in transactions that are short enough for the hooks beside it. */
function indexRun({ store, project, privacy, workload }: RunPlace) {
  const counts = { changed: 0, removed: 0, failed: 0 };
  let reader: CodeReader | undefined;
  /** Without units: they are as before. */
  let pending: { readonly file: CodeFile; readonly units: readonly CodeUnit[] | undefined }[] = [];

  async function keep(file: CodeFile, units: readonly CodeUnit[] | undefined): Promise<void> {
    pending.push({ file, units });
    const waiting = pending.reduce((sum, { units }) => sum + (units?.length ?? 0), 0);
    if (waiting >= UNITS_AT_ONCE || pending.length >= FILES_AT_ONCE) await flush();
  }

  /** Writes what is still waiting; to be called at the end. */
  async function flush(): Promise<void> {
    if (pending.length === 0) return;
    const portion = pending;
    pending = [];
    store.transaction(() => {
      for (const { file, units } of portion) {
        if (units === undefined) keepCodeFile(store, project, file);
        else writeCodeFile(store, project, file, units);
      }
    });
    await workload.rest();
  }

  async function unitsOf(path: string, text: string): Promise<readonly CodeUnit[]> {
    const grammar = grammarOf(path);
    // Of a file with a private block nothing is kept, as a unit alone does not show that it stands in one.
    if (grammar === undefined || isUnwantedText(text) || stripPrivateTags(text) !== text) return [];
    reader ??= await CodeReader.open();
    const units = await reader.read(text, grammar);
    if (units === undefined) counts.failed++;
    return cleanUnits(units ?? [], privacy);
  }

  return {
    counts,
    flush,
    /** Reads a file again unless size and time are those that are known, and parses it unless its content is. */
    async take(file: SourceFile, known: CodeFile | undefined): Promise<void> {
      if (known?.size === file.size && known.modifiedAt === file.modifiedAt) return;
      const text = textOf(`${project.replace(/\/+$/, "")}/${file.path}`);
      if (text === undefined) return void counts.failed++; // gone meanwhile, or not for us
      const contentHash = hashText(text);
      const isChanged = known?.contentHash !== contentHash;
      if (isChanged) counts.changed++;
      await keep({ ...file, contentHash }, isChanged ? await unitsOf(file.path, text) : undefined);
    },
    /** Forgets files that are gone. */
    async remove(paths: readonly string[]): Promise<void> {
      counts.removed += paths.length;
      for (let i = 0; i < paths.length; i += FILES_AT_ONCE) {
        const portion = paths.slice(i, i + FILES_AT_ONCE);
        store.transaction(() => portion.forEach((path) => removeCodeFile(store, project, path)));
        await workload.rest();
      }
    },
  };
}

/** Why a project's code may not be kept and what to do about it, or the rules by which it may. */
type Permission =
  | { readonly refusal: string; readonly hint: string }
  | { readonly refusal?: undefined; readonly privacy: PrivacySettings };

/** Asks the configuration, the pauses, and common sense: a home folder is no project. */
export function mayIndex(paths: Paths, project: string): Permission {
  if (project === "/" || project === homeFolder()) {
    return { refusal: "it is no project's folder", hint: "name the folder of one project" };
  }
  const { privacy } = evaluateProject(paths, project).settings;
  if (isExcludedProject(project, privacy.exclude_projects)) {
    return {
      refusal: "privacy.exclude_projects names it",
      hint: "`mneme config show` tells where that is set",
    };
  }
  if (isPaused(readPauses(paths), { project, session: "", now: Date.now() })) {
    return { refusal: "mneme is paused there", hint: "`mneme unpause` ends it" };
  }
  return { privacy };
}
