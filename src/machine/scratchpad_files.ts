// Reads the scratchpads of a project: `.claude/scratchpad/<agent>/YYYY-MM-DD.md`.
import { orUndefined } from "../base/or_undefined.ts";
import { isDay } from "../base/time.ts";
import { entriesOf, entryAt, headText, isFolder } from "./files.ts";
import { below, slashOf } from "../base/slashes.ts";

const MAX_BYTES = 512 * 1024; // a longer scratchpad is not read: nobody writes as much in a day
const MAX_AGENTS = 500; // more folders of agents than any project has

export type Scratchpad = Readonly<Record<"agent" | "path", string>>;

export type DatedScratchpad = ReturnType<ScratchpadFiles["ofDay"]>[number];

/** Follows no link below `folder`. Callers give plain names and dates, and check `folder` by `leadsOutside`. */
export class ScratchpadFiles {
  constructor(readonly folder: string) {}

  pathOf(agent: string, day: string): string {
    return below(this.#folderOf(agent), `${day}.md`);
  }

  /** `unreadable`: a folder, link or pipe, too long, or not readable as UTF-8. */
  read(agent: string, day: string) {
    try {
      if (!Deno.lstatSync(this.#folderOf(agent)).isDirectory) return unreadable("it is in a link or a file");
      const info = Deno.lstatSync(this.pathOf(agent, day));
      if (!info.isFile) return unreadable("it is not an ordinary file");
      return info.size > MAX_BYTES ? unreadable("it is too long") : readContent(this.pathOf(agent, day));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return { kind: "missing" } as const;
      return unreadable(error instanceof Error ? error.message : String(error));
    }
  }

  /** Returns the scratchpad whose name begins with the latest date; if none does, the last by name. */
  newest(agent: string): Scratchpad | undefined {
    const names = this.#fileNames(agent).filter((name) => name.endsWith(".md")).sort();
    const name = names.findLast((one) => isDay(one.slice(0, 10))) ?? names.at(-1);
    return name === undefined ? undefined : { agent, path: below(this.#folderOf(agent), name) };
  }

  /** Returns the text of a scratchpad, even one that is not UTF-8; `""` if it is a link, too long or unreadable. */
  textOf({ path }: Scratchpad): string {
    const info = entryAt(path);
    return info?.isFile === true && info.size <= MAX_BYTES ? headText(path, info.size) : "";
  }

  /** Returns a day's scratchpads that are not empty, with the times of their last changes, ordered by agent. */
  ofDay(day: string) {
    return this.agents().flatMap((agent) => {
      // Listing the folder is faster than an exception for each agent without a scratchpad.
      const path = this.#fileNames(agent).includes(`${day}.md`) ? this.pathOf(agent, day) : undefined;
      const info = path === undefined ? undefined : entryAt(path);
      if (path === undefined || info === undefined || info.size === 0) return [];
      return [{ agent, path, changedAt: info.mtime ?? new Date(0) }];
    });
  }

  agents(): string[] {
    return entriesOf(this.folder).filter((entry) => entry.isDirectory && !entry.name.startsWith("."))
      .map((entry) => entry.name).sort().slice(0, MAX_AGENTS);
  }

  days(agent: string): string[] {
    return this.#fileNames(agent).filter((name) => name.endsWith(".md") && isDay(name.slice(0, -3)))
      .map((name) => name.slice(0, -3)).sort().reverse();
  }

  /** Returns an agent's folder. Windows forbids names with a colon or a last dot, and names of devices. */
  #folderOf(agent: string): string {
    if (slashOf(this.folder) === "/") return below(this.folder, agent);
    const forbidden = /^(?:con|prn|aux|nul|(?:com|lpt)\d)(?=\.|$)|\.$/gi;
    return below(this.folder, agent.replaceAll(":", "--").replace(forbidden, "$&_"));
  }

  #fileNames(agent: string): string[] {
    const folder = this.#folderOf(agent);
    if (entryAt(folder)?.isDirectory !== true) return [];
    return entriesOf(folder).filter((entry) => entry.isFile).map((entry) => entry.name);
  }
}

function readContent(path: string) {
  const bytes = Deno.readFileSync(path);
  const text = orUndefined(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  return text === undefined ? unreadable("it is not UTF-8") : { kind: "text", text } as const;
}

const unreadable = (reason: string) => ({ kind: "unreadable", reason } as const);

export const scratchpadFolder = (project: string): string => below(project, ".claude/scratchpad");

export const hasScratchpads = (project: string): boolean => isFolder(scratchpadFolder(project));
