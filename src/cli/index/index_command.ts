// The command `mneme index`, also a step of `mneme process`: finds functions, classes and types in source files.
import { hashText } from "../../base/hash.ts";
import type { PrivacySettings } from "../../base/settings.ts";
import { UserError } from "../../base/user_error.ts";
import { assembleUnits, type Capture, type CodeUnit } from "../../code/assemble_units.ts";
import { type Grammar, grammarOf } from "../../code/grammars.ts";
import { textOf } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { whySilent } from "../../machine/pause.ts";
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
import { attempt } from "../frame/attempt.ts";
import { evaluateProject } from "../config/compile.ts";
import { Command, type Flags } from "../frame/command.ts";
import { currentProject, openHome, projectAt, requirePaths, thisProject } from "../frame/home.ts";
import { isHomeOrRoot, isThere } from "../frame/typed_paths.ts";
import { printJson, printLine, progressBar } from "../frame/output.ts";
import { amount, plainText } from "../frame/plain_text.ts";
import { indexSearch, Workload } from "../frame/workload.ts";
import { findSourceFiles, isUnwantedText, type SourceFile } from "./source_files.ts";
import { Language, Parser, Query, type Tree } from "web-tree-sitter";
import { cleanText } from "../../privacy/clean.ts";
import refusals from "./index_refusals.json" with { type: "json" };

export function indexCommand(): Command {
  return new Command("index")
    .argument("[dir]", "the project's folder (default: the current project)")
    .option("--fresh", "also read unchanged files; use it after an update of mneme")
    .orJson("mneme index ~/shop", runIndex);
}

async function runIndex(dir: string | undefined, options: Flags<never, "fresh">): Promise<void> {
  const paths = requirePaths();
  const named = dir === undefined ? currentProject() : projectAt(dir);
  const project = thisProject(named);
  const hint = "name the folder of a project";
  const read = dir === undefined ? project : named; // the main working tree may lack a worktree's new folder
  attempt(`index ${plainText(read)}`, hint, () => Deno.readDirSync(read)[Symbol.iterator]().next());
  for (const folder of [named, project]) { // either may be excluded
    const { refusal } = mayIndex(paths, folder);
    if (refusal === undefined) continue;
    throw new UserError(`Cannot index ${plainText(folder)}: ${refusal.why}`, { hint: refusal.hint });
  }
  const { privacy } = evaluateProject(paths, project).settings;
  const started = performance.now();
  const { store } = openHome();
  const workload = new Workload(store, { maxMs: Infinity });
  const report = await indexProject(store, project, { privacy, workload, isFresh: options.fresh === true });
  store.checkpoint("truncate");
  store.close();
  const ms = Math.round(performance.now() - started);
  if (options.json) return printJson({ project, ...report, ms });
  const { files, units, changed, removed, failed } = report;
  printLine(`${plainText(project)}: ${amount(units, "unit")} of code in ${amount(files, "file")}`);
  const seconds = (ms / 1000).toFixed(1);
  printLine(`Read ${amount(changed, "file")}, removed ${removed} from the index, in ${seconds} s`);
  if (failed > 0) printLine(`Could not parse or read ${amount(failed, "file")}`);
}

/** Indexes as far as the workload allows; the next run continues, also after a kill. */
export async function indexProject(
  store: Store,
  project: string,
  { privacy, workload, isFresh = false }: { privacy: PrivacySettings; workload: Workload; isFresh?: boolean },
) {
  const counts = { changed: 0, removed: 0, failed: 0 };
  let reader: Awaited<ReturnType<typeof openCodeReader>> | undefined;
  const write = async (work: () => void) => {
    store.transaction(work);
    await workload.rest();
  };
  const unitsOf = async (path: string, text: string): Promise<readonly CodeUnit[]> => {
    const grammar = grammarOf(path);
    // Files with a private block are left out: a unit alone would not show that it stands in the block.
    if (grammar === undefined || isUnwantedText(text) || stripPrivateTags(text) !== text) return [];
    reader ??= await openCodeReader();
    const units = await reader(text, grammar);
    if (units === undefined) counts.failed++;
    return cleanUnits(units ?? [], privacy);
  };
  const take = async (found: SourceFile, known: CodeFile | undefined) => {
    if (known?.size === found.size && known.modifiedAt === found.modifiedAt) return;
    const text = textOf(`${project.replace(/\/+$/, "")}/${found.path}`);
    if (text === undefined) return void counts.failed++; // it was removed meanwhile, or cannot be read
    const file = { ...found, contentHash: hashText(text) };
    if (known?.contentHash === file.contentHash) return write(() => keepCodeFile(store, project, file));
    counts.changed++;
    const units = await unitsOf(file.path, text);
    await write(() => writeCodeFile(store, project, file, units));
  };

  const known = codeFiles(store, project);
  const files = findSourceFiles(project, privacy.exclude_projects);
  using bar = progressBar("Indexing", files.reduce((sum, { size }) => sum + size, 0));
  let done = 0;
  for (const file of files) {
    if (workload.isOver) break;
    await take(file, isFresh ? undefined : known.get(file.path));
    known.delete(file.path);
    bar.update(done += file.size);
  }
  // Files that were not reached, or whose disk is away for a time, are not gone.
  if (workload.isOver || !isThere(project)) known.clear();
  for (const path of known.keys()) {
    counts.removed++;
    await write(() => removeCodeFile(store, project, path));
  }
  await indexSearch(store, workload);
  return { files: files.length, units: countCodeUnits(store, project), ...counts };
}

/** `refusal` says why the project may not be indexed; `undefined` if it may. */
export function mayIndex(paths: Paths, project: string) {
  const { settings } = evaluateProject(paths, project);
  const why = isHomeOrRoot(project) ? "wide" : whySilent(paths, settings, { project });
  return { privacy: settings.privacy, refusal: why && refusals[why] };
}

/** The longest time for a file: a megabyte of code takes a second; 300,000 brackets would take minutes. */
const MAX_READ_MS = 5000;
/** An executable has the grammars beside its code. A run from the sources uses those of the last build. */
const GRAMMARS = Deno.build.standalone ? "../../grammars" : "../../../build/grammars";

/** The returned function gives the units of a source file, or `undefined` if it cannot be parsed. */
export async function openCodeReader() {
  await Parser.init({ wasmBinary: await readGrammarFile("tree-sitter") } as never);
  const parser = new Parser();
  const loaded = new Map<Grammar, { readonly language: Language; readonly query: Query }>();

  return async (text: string, grammar: Grammar): Promise<CodeUnit[] | undefined> => {
    let known = loaded.get(grammar);
    if (known === undefined) {
      const language = await Language.load(await readGrammarFile(grammar.file));
      loaded.set(grammar, known = { language, query: new Query(language, grammar.query) });
    }
    let tree: Tree | null = null;
    try {
      parser.setLanguage(known.language);
      const end = performance.now() + MAX_READ_MS;
      const progressCallback = () => performance.now() > end;
      tree = parser.parse(text, null, { progressCallback });
      if (tree === null) return undefined;
      const found = known.query.matches(tree.rootNode, { progressCallback });
      if (progressCallback()) return undefined;
      return assembleUnits(text, found.map(({ captures }) => captures.map(asCapture)), grammar);
    } catch {
      return undefined; // the code is nested too deeply for the parser's stack
    } finally {
      tree?.delete();
      parser.reset();
    }
  };
}

function asCapture({ name, node }: { name: string; node: Tree["rootNode"] }): Capture {
  const { startIndex, endIndex, startPosition, endPosition } = node;
  return { name, start: startIndex, end: endIndex, startRow: startPosition.row, endRow: endPosition.row };
}

async function readGrammarFile(name: string): Promise<Uint8Array> {
  return await Deno.readFile(`${import.meta.dirname}/${GRAMMARS}/${name}.wasm`);
}

export function cleanUnits(units: readonly CodeUnit[], privacy: PrivacySettings): readonly CodeUnit[] {
  const clean = (text: string) => cleanText(text, { redactSecrets: privacy.redact_secrets });
  return units.map((unit) => ({
    ...unit,
    name: clean(unit.name),
    signature: clean(unit.signature),
    doc: unit.doc && clean(unit.doc),
  }));
}
