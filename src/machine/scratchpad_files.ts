import { isDay } from "../base/time.ts";
import { bytesAt, entriesOf, entryAt, infoOf } from "./files.ts";
import { below } from "../base/slashes.ts";

/** Enough for the lines that are told at a start. */
const EXCERPT_BYTES = 64 * 1024;
/** A longer scratchpad is read at its head and its tail, this much each. */
const CHECKED_BYTES = 256 * 1024;
/** More agents than any project has. */
const MAX_AGENTS = 500;

/** A scratchpad as the check sees it. */
export type ScratchpadContent =
  | { readonly kind: "missing" }
  /** Something is there that cannot be judged: a folder, a link, a pipe, no text, not for us to read. */
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "text"; readonly text: string; readonly isWhole: boolean };

export interface Scratchpad {
  readonly agent: string;
  /** Absolute. */
  readonly path: string;
}

/** A day's scratchpad of an agent. */
export interface DatedScratchpad extends Scratchpad {
  readonly changedAt: Date;
}

/**
 * The scratchpads of a project. Agents are plain names and days are dates, so no path leaves the folder; links below
 * it are not followed, and only ordinary files are opened, as a pipe would hang us.
 */
export class ScratchpadFiles {
  readonly folder: string;

  /** `folder` is what `scratchpadFolder` says. */
  constructor(folder: string) {
    this.folder = folder;
  }

  pathOf(agent: string, day: string): string {
    return below(this.folder, `${agent}/${day}.md`);
  }

  /** Never throws. */
  read(agent: string, day: string): ScratchpadContent {
    try {
      if (!Deno.lstatSync(`${this.folder}/${agent}`).isDirectory) return unreadable("its folder is none");
      const info = Deno.lstatSync(this.pathOf(agent, day));
      if (!info.isFile) return unreadable("it is not an ordinary file");
      return readContent(this.pathOf(agent, day), info.size);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return { kind: "missing" };
      return unreadable(error instanceof Error ? error.message : String(error));
    }
  }

  /** The agent's newest scratchpad: of those named by a date the latest, else the last name of all. */
  newest(agent: string): Scratchpad | undefined {
    const names = this.#fileNames(agent).filter((name) => name.endsWith(".md")).sort();
    const name = names.findLast((one) => isDay(one.slice(0, 10))) ?? names.at(-1);
    return name === undefined ? undefined : { agent, path: below(this.folder, `${agent}/${name}`) };
  }

  /** The beginning of a scratchpad's text, more than any excerpt needs; `""` where it cannot be read. */
  head(scratchpad: Scratchpad): string {
    return readPart(scratchpad.path, () => 0);
  }

  /** The end of its text, likewise. */
  tail(scratchpad: Scratchpad): string {
    return readPart(scratchpad.path, (size) => Math.max(0, size - EXCERPT_BYTES));
  }

  /** Every agent's scratchpad of the day that is not empty, by name. */
  ofDay(day: string): DatedScratchpad[] {
    return this.agents().flatMap((agent) => {
      // Listed rather than asked for: an exception for each agent without one would cost more than the list.
      const path = this.#fileNames(agent).includes(`${day}.md`) ? this.pathOf(agent, day) : undefined;
      const info = path === undefined ? undefined : entryAt(path);
      if (path === undefined || info === undefined || info.size === 0) return [];
      return [{ agent, path, changedAt: info.mtime ?? new Date(0) }];
    });
  }

  /** The folders of agents, by name. */
  agents(): string[] {
    return entriesOf(this.folder).filter((entry) => entry.isDirectory && !entry.name.startsWith("."))
      .map((entry) => entry.name).sort().slice(0, MAX_AGENTS);
  }

  /** The days for which the agent has a scratchpad, newest first. */
  days(agent: string): string[] {
    return this.#fileNames(agent).filter((name) => name.endsWith(".md") && isDay(name.slice(0, -3)))
      .map((name) => name.slice(0, -3)).sort().reverse();
  }

  #fileNames(agent: string): string[] {
    const folder = `${this.folder}/${agent}`;
    if (entryAt(folder)?.isDirectory !== true) return [];
    return entriesOf(folder).filter((entry) => entry.isFile).map((entry) => entry.name);
  }
}

function readContent(path: string, size: number): ScratchpadContent {
  using file = Deno.openSync(path);
  if (size > 2 * CHECKED_BYTES) {
    const [head, tail] = [
      bytesAt(file, 0, CHECKED_BYTES),
      bytesAt(file, size - CHECKED_BYTES, CHECKED_BYTES),
    ];
    return { kind: "text", text: `${decode(head)}\n${decode(tail)}`, isWhole: false };
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytesAt(file, 0, size));
    return { kind: "text", text, isWhole: true };
  } catch {
    return unreadable("it is not UTF-8");
  }
}

function readPart(path: string, offset: (size: number) => number): string {
  try {
    const info = Deno.lstatSync(path);
    if (!info.isFile) return "";
    using file = Deno.openSync(path);
    return decode(bytesAt(file, offset(info.size), EXCERPT_BYTES));
  } catch {
    return ""; // gone since, or not for us to read: the session starts without it
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function unreadable(reason: string): ScratchpadContent {
  return { kind: "unreadable", reason };
}

/** The folder of a project's scratchpads. */
export function scratchpadFolder(project: string): string {
  return below(project, ".claude/scratchpad");
}

/** True when the project has a scratchpad folder. */
export function hasScratchpads(project: string): boolean {
  return infoOf(scratchpadFolder(project))?.isDirectory === true;
}
