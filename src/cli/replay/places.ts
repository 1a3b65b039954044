import { isExcludedProject } from "../../core/exclusion.ts";
import type { Settings } from "../../core/settings.ts";
import type { SessionKey } from "../../core/writes.ts";
import { isPaused, type Pause, readPauses } from "../../host/pause.ts";
import { readPauseTimes } from "../../host/pause_times.ts";
import type { Paths } from "../../host/paths.ts";
import { findProject } from "../../host/project.ts";
import { knownSession, type Pruned } from "../../store/replay_sessions.ts";
import type { Store } from "../../store/store.ts";
import { evaluateProject } from "../config/compile.ts";
import { PausedRows } from "./paused_rows.ts";

/** Where a session belongs, and what of it is to be kept. */
export interface SessionPlace {
  readonly session: SessionKey;
  readonly settings: Settings;
  /** Why nothing of it is kept; `undefined`: it is. */
  readonly leftOut: LeftOut | undefined;
  /** Hooks have seen it begin and not end. */
  readonly isOpen: boolean;
  readonly pruned: Pruned;
}

export type LeftOut = "excluded" | "paused" | "switched off" | "of another project";

export interface PlaceOptions {
  /** Only sessions of this project and of those below it. */
  readonly project: string | undefined;
  readonly now: number;
}

/** The places of sessions, as hooks would have found them; each project is looked at once. */
export class Places {
  readonly #paths: Paths;
  readonly #options: PlaceOptions;
  readonly #pauses: readonly Pause[];
  readonly pausedRows: PausedRows;
  readonly #projects = new Map<string, string>();
  readonly #settings = new Map<string, Settings>();

  constructor(paths: Paths, options: PlaceOptions) {
    this.#paths = paths;
    this.#options = options;
    this.#pauses = readPauses(paths);
    this.pausedRows = new PausedRows(readPauseTimes(paths));
  }

  /** What hooks have noted of a session stands; a folder that is no longer there is its own project. */
  placeOf(store: Store, sessionId: string, cwd: string): SessionPlace {
    const known = knownSession(store, sessionId);
    const project = known?.project ?? this.#projectOf(cwd);
    const settings = this.settingsOf(project);
    return {
      session: { sessionId, project, cwd: known?.cwd ?? cwd },
      settings,
      leftOut: this.#leftOut(project, sessionId, settings),
      isOpen: known?.isOpen ?? false,
      pruned: known?.pruned ?? { captures: undefined, prompts: undefined },
    };
  }

  settingsOf(project: string): Settings {
    const settings = this.#settings.get(project) ?? evaluateProject(this.#paths, project).settings;
    this.#settings.set(project, settings);
    return settings;
  }

  #projectOf(cwd: string): string {
    const project = this.#projects.get(cwd) ?? findProject(cwd);
    this.#projects.set(cwd, project);
    return project;
  }

  #leftOut(project: string, sessionId: string, settings: Settings): LeftOut | undefined {
    const { project: wanted, now } = this.#options;
    if (wanted !== undefined && !isAtOrBelow(project, wanted)) return "of another project";
    if (isExcludedProject(project, settings.privacy.exclude_projects)) return "excluded";
    if (isPaused(this.#pauses, { project, session: sessionId, now })) return "paused";
    const { capture, user_prompt_submit } = settings.hooks;
    return capture.enabled || user_prompt_submit.enabled ? undefined : "switched off";
  }
}

function isAtOrBelow(project: string, wanted: string): boolean {
  return project === wanted || project.startsWith(`${wanted}/`) || project.startsWith(`${wanted}\\`);
}
