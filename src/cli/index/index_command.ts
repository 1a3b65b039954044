import { hashText } from "../../base/hash.ts";
import type { PrivacySettings } from "../../base/settings.ts";
import { UserError } from "../../base/user_error.ts";
import type { CodeUnit } from "../../code/assemble_units.ts";
import { grammarOf } from "../../code/grammars.ts";
import { textOf } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
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
import { Command, type Flags } from "../frame/command.ts";
import { openHome, projectAt, requirePaths, thisProject } from "../frame/home.ts";
import { isHomeOrRoot } from "../frame/is_there.ts";
import { printJson, printLine, ProgressBar } from "../frame/output.ts";
import { amount, plainText } from "../frame/plain_text.ts";
import { indexSearch, Workload } from "../frame/workload.ts";
import { cleanUnits, CodeReader } from "./code_reader.ts";
import { findSourceFiles, isUnwantedText, type SourceFile } from "./source_files.ts";

type IndexCommandOptions = Flags<never, "fresh">;

export function indexCommand(): Command {
  return new Command("index")
    .argument("[dir]", "the project's folder (default: the current project)")
    .option("--fresh", "read unchanged files again, as after an update of mneme")
    .orJson(
      "mneme index ~/shop",
      (dir: string | undefined, options: IndexCommandOptions) => runIndex(dir, options),
    );
}

async function runIndex(dir: string | undefined, options: IndexCommandOptions): Promise<void> {
  const paths = requirePaths();
  const project = dir === undefined ? thisProject(paths) : projectAt(dir);
  try {
    Deno.readDirSync(project)[Symbol.iterator]().next();
  } catch (cause) {
    throw new UserError(`Cannot index ${plainText(project)}: it is no folder that can be read`, {
      hint: "name the folder of a project",
      cause,
    });
  }
  const permission = mayIndex(paths, project);
  if (permission.refusal !== undefined) {
    throw new UserError(`Cannot index ${plainText(project)}: ${permission.refusal}`, {
      hint: permission.hint,
    });
  }
  const started = performance.now();
  const { store } = openHome();
  const { privacy } = permission;
  const workload = new Workload(store, { maxMs: Infinity });
  const report = await indexProject(store, { project, privacy, workload, isFresh: options.fresh === true });
  store.checkpoint("truncate");
  store.close();
  const ms = Math.round(performance.now() - started);
  if (options.json) return printJson({ project, ...report, ms });
  const { files, units, changed, removed, failed } = report;
  printLine(`${plainText(project)}: ${amount(units, "unit")} of code in ${amount(files, "file")}`);
  const seconds = (ms / 1000).toFixed(1);
  printLine(`Read ${amount(changed, "file")} that had changed, forgot ${removed}, in ${seconds} s`);
  if (failed > 0) printLine(`Could not parse or read ${amount(failed, "file")}`);
}

interface IndexOptions {
  readonly project: string;
  readonly privacy: PrivacySettings;
  readonly workload: Workload;
}

/**
 * Updates the code index of a project, as far as the workload allows: reads new and changed files, and removes files
 * that no longer exist. `isFresh`: reads unchanged files, too, as after an update of mneme. After a kill, the next run
 * continues.
 */
export async function indexProject(
  store: Store,
  options: IndexOptions & { readonly isFresh?: boolean },
) {
  const { project, workload, isFresh = false } = options;
  const run = indexRun(store, options);
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
  if (workload.isOver) known.clear(); // files that were not reached are not gone
  const gone = [...known.keys()].filter((path) => !unread.some((folder) => path.startsWith(folder)));
  await run.remove(gone);
  await indexSearch(store, workload);
  return { files: files.length, units: countCodeUnits(store, project), ...run.counts };
}

/** The most units of a transaction, which then takes some 5 ms; a hook waits 45 ms for the write lock. */
const UNITS_AT_ONCE = 150;
const FILES_AT_ONCE = 50;

/** Writes files of a project to the index, in transactions that are short enough for hooks. */
function indexRun(store: Store, { project, privacy, workload }: IndexOptions) {
  const counts = { changed: 0, removed: 0, failed: 0 };
  let reader: CodeReader | undefined;
  /** Files to write. `units` is `undefined` if a file's units have not changed. */
  let pending: { readonly file: CodeFile; readonly units: readonly CodeUnit[] | undefined }[] = [];

  async function keep(file: CodeFile, units: readonly CodeUnit[] | undefined): Promise<void> {
    pending.push({ file, units });
    const waiting = pending.reduce((sum, { units }) => sum + (units?.length ?? 0), 0);
    if (waiting >= UNITS_AT_ONCE || pending.length >= FILES_AT_ONCE) await flush();
  }

  /** Writes the pending files; must be called at the end, too. */
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
    // Nothing of a file with a private block is stored, as a unit alone does not show that it is in such a block.
    if (grammar === undefined || isUnwantedText(text) || stripPrivateTags(text) !== text) return [];
    reader ??= await CodeReader.open();
    const units = await reader.read(text, grammar);
    if (units === undefined) counts.failed++;
    return cleanUnits(units ?? [], privacy);
  }

  return {
    counts,
    flush,
    /** Reads a file if its size or time has changed, and parses it if its content has changed. */
    async take(file: SourceFile, known: CodeFile | undefined): Promise<void> {
      if (known?.size === file.size && known.modifiedAt === file.modifiedAt) return;
      const text = textOf(`${project.replace(/\/+$/, "")}/${file.path}`);
      if (text === undefined) return void counts.failed++; // the file was removed meanwhile, or cannot be read
      const contentHash = hashText(text);
      const isChanged = known?.contentHash !== contentHash;
      if (isChanged) counts.changed++;
      await keep({ ...file, contentHash }, isChanged ? await unitsOf(file.path, text) : undefined);
    },
    /** Removes files that no longer exist from the index. */
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

/** The reason why a project's code may not be stored, with advice; or the privacy settings to use. */
type Permission =
  | { readonly refusal: string; readonly hint: string }
  | { readonly refusal?: undefined; readonly privacy: PrivacySettings };

/** Checks if a project may be indexed: it is not excluded, not paused, and no home folder. */
export function mayIndex(paths: Paths, project: string): Permission {
  if (isHomeOrRoot(project)) {
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
