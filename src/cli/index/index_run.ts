import { grammarOf } from "../../core/code/grammars.ts";
import type { CodeUnit } from "../../core/code/code_types.ts";
import { isUnwantedText } from "../../core/code/unwanted.ts";
import { hashText } from "../../core/hash.ts";
import type { PrivacySettings } from "../../core/settings.ts";
import { type CodeFile, keepCodeFile, removeCodeFile, writeCodeFile } from "../../store/code_units.ts";
import type { Store } from "../../store/store.ts";
import type { Workload } from "../process/workload.ts";
import { blankPrivate } from "./blank_private.ts";
import { cleanUnits } from "./clean_units.ts";
import { CodeReader } from "./code_reader.ts";
import type { SourceFile } from "./source_files.ts";

/** A transaction with that many takes some 5 ms; a hook waits 45 ms for it. */
const UNITS_AT_ONCE = 150;
const FILES_AT_ONCE = 50;
/** Of a file that has changed so lately, the next change may have the same time. */
const SETTLED_MS = 2000;
/** The size of no file: it will be read again. */
const UNSETTLED = -1;

/** What a run is about. */
export interface RunPlace {
  readonly store: Store;
  readonly project: string;
  readonly privacy: PrivacySettings;
  readonly workload: Workload;
}

interface Pending {
  readonly file: CodeFile;
  /** `undefined`: as before. */
  readonly units: readonly CodeUnit[] | undefined;
}

/** Brings files of a project into the index, in transactions that are short enough for the hooks beside it. */
export class IndexRun {
  readonly #place: RunPlace;
  #reader: CodeReader | undefined;
  #pending: Pending[] = [];
  #pendingUnits = 0;
  changed = 0;
  removed = 0;
  failed = 0;

  constructor(place: RunPlace) {
    this.#place = place;
  }

  /** Reads a file again unless size and time are those that are known, and parses it unless its content is. */
  async take(file: SourceFile, known: CodeFile | undefined): Promise<void> {
    if (known?.size === file.size && known.modifiedAt === file.modifiedAt) return;
    const text = this.#readText(file.path);
    if (text === undefined) return;
    const contentHash = hashText(text);
    const isSettled = Date.parse(file.modifiedAt) < Date.now() - SETTLED_MS;
    const read: CodeFile = { ...file, contentHash, size: isSettled ? file.size : UNSETTLED };
    if (known?.contentHash === contentHash) {
      if (isSettled) await this.#keep({ file: read, units: undefined });
      return;
    }
    this.changed++;
    await this.#keep({ file: read, units: await this.#unitsOf(file.path, text) });
  }

  /** Forgets files that are gone. */
  async remove(paths: readonly string[]): Promise<void> {
    const { store, project, workload } = this.#place;
    this.removed += paths.length;
    for (let i = 0; i < paths.length; i += FILES_AT_ONCE) {
      const portion = paths.slice(i, i + FILES_AT_ONCE);
      store.transaction(() => portion.forEach((path) => removeCodeFile(store, project, path)));
      await workload.rest();
    }
  }

  /** Writes what is still waiting; to be called at the end. */
  async flush(): Promise<void> {
    const { store, project, workload } = this.#place;
    const pending = this.#pending;
    if (pending.length === 0) return;
    this.#pending = [];
    this.#pendingUnits = 0;
    store.transaction(() => {
      for (const { file, units } of pending) {
        if (units === undefined) keepCodeFile(store, project, file);
        else writeCodeFile(store, project, file, units);
      }
    });
    await workload.rest();
  }

  async #keep(pending: Pending): Promise<void> {
    this.#pending.push(pending);
    this.#pendingUnits += pending.units?.length ?? 0;
    if (this.#pendingUnits >= UNITS_AT_ONCE || this.#pending.length >= FILES_AT_ONCE) await this.flush();
  }

  async #unitsOf(path: string, text: string): Promise<readonly CodeUnit[]> {
    const grammar = grammarOf(path);
    if (grammar === undefined || isUnwantedText(text)) return [];
    this.#reader ??= await CodeReader.open();
    const units = await this.#reader.read(blankPrivate(text), grammar);
    if (units === undefined) this.failed++;
    return cleanUnits(units ?? [], this.#place.privacy);
  }

  #readText(path: string): string | undefined {
    try {
      return new TextDecoder().decode(
        Deno.readFileSync(`${this.#place.project.replace(/\/+$/, "")}/${path}`),
      );
    } catch {
      this.failed++;
      return undefined; // gone meanwhile, or not for us
    }
  }
}
