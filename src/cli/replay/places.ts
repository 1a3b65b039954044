// Finds the project and settings of a recorded session, and whether anything of it may be stored.
import type { ForeignClient } from "../../base/clients.ts";
import { isAtOrBelow } from "../../base/slashes.ts";
import type { Settings } from "../../base/settings.ts";
import type { SessionKey } from "../../base/writes.ts";
import { readCachedConfig } from "../../machine/config_cache.ts";
import type { Paths } from "../../machine/paths.ts";
import { readPauseTimes, wasPaused, whySilent } from "../../machine/pause.ts";
import { findProject } from "../../machine/project.ts";
import { knownSession } from "../../store/replay.ts";
import type { Store } from "../../store/store.ts";
import { isThere } from "../frame/typed_paths.ts";
import { evaluateProject } from "../config/compile.ts";

export type LeftOut = "excluded" | "paused" | "switched_off" | "of_another_project";

export type Places = ReturnType<typeof findPlaces>;

export type SessionPlace = ReturnType<Places["placeOf"]>;

/** Says where sessions belong; those outside of `wanted` are left out, forgotten ones only without `isAgain`. */
export function findPlaces(
  paths: Paths,
  { wanted, isAgain }: { readonly wanted?: string | undefined; readonly isAgain?: boolean } = {},
) {
  // A pause with `from` 0 stands for a forgotten session or project.
  const pauseTimes = readPauseTimes(paths).filter(({ from }) => !isAgain || from > 0);
  const pausedRows = new Set<string>();
  const [projects, settings] = [new Map<string, string>(), new Map<string, Settings>()];
  // For a folder that is gone, takes the project that hooks found: a worktree no longer tells its main checkout.
  const projectOf = (cwd: string) =>
    projects.getOrInsertComputed(
      cwd,
      () => (isThere(cwd) ? undefined : readCachedConfig(paths, cwd)?.project) ?? findProject(cwd),
    );
  const settingsOf = (project: string) =>
    settings.getOrInsertComputed(project, () => evaluateProject(paths, project).settings);

  /** Pauses and exclusions concern a launch folder, such as a worktree, not a subfolder to which the agent has gone. */
  const subjectOf = ({ project, cwd, sessionId: session }: SessionKey) => (
    { project, session, folder: cwd !== null && projectOf(cwd) === project ? cwd : project }
  );

  function whyLeftOut(session: SessionKey, settings: Settings): LeftOut | undefined {
    if (wanted !== undefined && !isAtOrBelow(session.project, wanted)) return "of_another_project";
    const { capture, user_prompt_submit } = settings.hooks;
    const isOn = capture.enabled || user_prompt_submit.enabled;
    return whySilent(paths, settings, subjectOf(session)) ?? (isOn ? undefined : "switched_off");
  }

  return {
    /** The project is the one that hooks recorded, else that of `cwd`, even if this folder is gone. */
    placeOf(store: Store, sessionId: string, cwd: string, writer?: ForeignClient) {
      const known = knownSession(store, sessionId);
      const client = known === undefined ? writer : known.client === "claude" ? undefined : known.client;
      const project = known?.project ?? projectOf(cwd);
      const settings = settingsOf(project);
      const session: SessionKey = { sessionId, project, cwd: known?.cwd ?? cwd, ...(client && { client }) };
      return {
        session,
        folder: subjectOf(session).folder,
        settings,
        clean: { redactSecrets: settings.privacy.redact_secrets },
        leftOut: whyLeftOut(session, settings),
        /** True if hooks have recorded the session's start but not its end. */
        isOpen: known?.status === "active",
        /** True of Claude Code and Codex, which title sessions, if prompts are stored and no pause, even past, is theirs. */
        mayBeTitled: (client ?? "codex") === "codex" && settings.hooks.user_prompt_submit.enabled &&
          readPauseTimes(paths, subjectOf(session)).length === 0,
        /** The times up to which captures and prompts were pruned, ISO 8601; `null` if none were. */
        pruned: known ?? { captures: null, prompts: null },
      };
    },
    /** Call it for the rows of older files first: a forked session begins with copies of an older session's rows. */
    isPausedRow(uuid: string, at: number, session: SessionKey): boolean {
      if (uuid !== "" && pausedRows.has(uuid)) return true;
      const isPaused = wasPaused(pauseTimes, { ...subjectOf(session), now: at });
      if (isPaused && uuid !== "") pausedRows.add(uuid);
      return isPaused;
    },
  };
}
