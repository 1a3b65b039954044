import { cleanText } from "../../core/privacy/clean.ts";
import { isExcludedProject } from "../../core/exclusion.ts";
import { hashText } from "../../core/hash.ts";
import type { Paths } from "../../host/paths.ts";
import { isPaused, readPauses } from "../../host/pause.ts";
import { ScratchpadFiles } from "../../host/scratchpad_files.ts";
import { hasScratchpads, scratchpadFolder } from "../../host/scratchpad_folder.ts";
import {
  dropScratchpads,
  keepScratchpad,
  knownScratchpads,
  recentProjects,
  type ScratchpadText,
} from "../../store/scratchpad_index.ts";
import { queueForSearch } from "../../store/processing/search_queue.ts";
import type { Store } from "../../store/store.ts";
import { allCaches, evaluateProject } from "../config/compile.ts";
import type { Workload } from "./workload.ts";

/** A folder that agents work in, and the project that it belongs to. */
export interface LaunchFolder {
  readonly folder: string;
  readonly project: string;
}

const RECENT_MS = 30 * 86_400_000;
const MAX_PROJECTS = 200;
/** Days per agent: what is older was indexed when it was new. */
const MAX_DAYS = 30;
/** Each may have half a megabyte: a hook waits 45 ms for the write lock. */
const KEPT_AT_ONCE = 10;

/** The folders in which sessions were started of late, and their projects. */
export function recentFolders(store: Store, paths: Paths, now: Date): LaunchFolder[] {
  const since = new Date(now.getTime() - RECENT_MS).toISOString();
  const projects = recentProjects(store, since, MAX_PROJECTS);
  const started = allCaches(paths).filter(({ project }) => projects.includes(project))
    .map(({ folder, project }) => ({ folder, project }));
  const all = [...projects.map((project) => ({ folder: project, project })), ...started];
  return [...new Map(all.map((place) => [place.folder, place])).values()];
}

/** Brings what can be found of the folders' scratchpads up to date; returns how many have changed. */
export async function indexScratchpads(
  store: Store,
  paths: Paths,
  { folders, workload }: { readonly folders: readonly LaunchFolder[]; readonly workload: Workload },
): Promise<number> {
  let changed = 0;
  for (const place of folders) {
    if (workload.isOver) break;
    changed += await indexFolder(store, paths, { ...place, workload });
  }
  return changed;
}

async function indexFolder(
  store: Store,
  paths: Paths,
  { folder, project, workload }: LaunchFolder & { readonly workload: Workload },
): Promise<number> {
  if (!hasScratchpads(folder)) return 0; // not there just now is no reason to forget them
  const { privacy } = evaluateProject(paths, project).settings;
  const subject = { project, session: "", now: Date.now() };
  if (isExcludedProject(project, privacy.exclude_projects) || isPaused(readPauses(paths), subject)) return 0;
  const files = new ScratchpadFiles(scratchpadFolder(folder));
  const known = knownScratchpads(store, files.folder);
  const pads = readPads(files, project);
  const present = new Set(pads.map(({ path }) => path));
  const changed = pads.filter(({ path, contentHash }) => known.get(path)?.contentHash !== contentHash)
    .map((pad) => ({ ...pad, text: cleanText(pad.text, { redactSecrets: privacy.redact_secrets }) }));
  const gone = [...known].filter(([path]) => !present.has(path) && !mayBeThere(path)).map(([, { id }]) => id);
  for (let i = 0; i < changed.length; i += KEPT_AT_ONCE) {
    const portion = changed.slice(i, i + KEPT_AT_ONCE);
    store.transaction(() =>
      queueForSearch(store, "scratchpad", portion.map((pad) => keepScratchpad(store, pad)))
    );
    await workload.rest();
  }
  if (gone.length > 0) {
    store.transaction(() => {
      queueForSearch(store, "scratchpad", gone);
      dropScratchpads(store, gone);
    });
  }
  return changed.length + gone.length;
}

/** What can be read of the newest days, uncleaned. */
function readPads(files: ScratchpadFiles, project: string): ScratchpadText[] {
  return files.agents().flatMap((agent) =>
    files.days(agent).slice(0, MAX_DAYS).flatMap((day) => {
      const content = files.read(agent, day);
      if (content.kind !== "text" || content.text.trim() === "") return [];
      const path = files.pathOf(agent, day);
      const updatedAt = changeTimeOf(path).toISOString();
      return [{
        project,
        agent,
        day,
        path,
        contentHash: hashText(content.text),
        text: content.text,
        updatedAt,
      }];
    })
  );
}

/** An agent may rename or remove it at any moment. */
function changeTimeOf(path: string): Date {
  try {
    return Deno.statSync(path).mtime ?? new Date(0);
  } catch {
    return new Date(0);
  }
}

function mayBeThere(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}
