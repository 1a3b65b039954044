import { UsageError } from "../core/user_error.ts";
import type { Paths } from "../host/paths.ts";
import { projectAt } from "./data_folder.ts";
import { thisProject } from "./this_project.ts";

/** Which project a listing is about, and how long it may be. */
export interface PlaceOptions {
  readonly project?: string;
  readonly all?: true;
  readonly limit?: string;
}

/** The project that is meant; `undefined` for every project. */
export function chosenProject(options: PlaceOptions, paths: Paths): string | undefined {
  if (options.all && options.project !== undefined) {
    throw new UsageError("Cannot take --all and --project together", { hint: "give one of them" });
  }
  if (options.all) return undefined;
  return options.project === undefined ? thisProject(paths) : projectAt(options.project);
}

/** The number behind `--limit`; a `UsageError` for what is none. */
export function chosenLimit(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new UsageError(`Cannot take ${JSON.stringify(text)} as --limit`, { hint: "give a number from 1 on" });
}
