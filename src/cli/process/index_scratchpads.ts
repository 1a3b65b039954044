// A step of `mneme process`: makes the texts of agents' scratchpads findable.
import { allCaches } from "../../machine/config_cache.ts";
import { entryAt, infoOf, leadsOutside } from "../../machine/files.ts";
import { cleanText } from "../../privacy/clean.ts";
import { hashText } from "../../base/hash.ts";
import { DAY_MS } from "../../base/time.ts";
import type { Paths } from "../../machine/paths.ts";
import { whySilent } from "../../machine/pause.ts";
import { hasScratchpads, ScratchpadFiles, scratchpadFolder } from "../../machine/scratchpad_files.ts";
import { removeNumbered } from "../../store/removal.ts";
import {
  keepScratchpad,
  knownScratchpads,
  recentProjects,
  type ScratchpadText,
} from "../../store/scratchpads.ts";
import { queueForSearch } from "../../store/search_tables.ts";
import type { Store } from "../../store/store.ts";
import { evaluateProject } from "../config/compile.ts";
import type { Workload } from "../frame/workload.ts";

const RECENT_MS = 30 * DAY_MS; // since a project's last session
const MAX_PROJECTS = 200;
const MAX_DAYS = 30; // the most daily files of an agent that are read, the newest; older ones stay as indexed

/** Returns each folder, such as a worktree, in which sessions of recently used projects start, with its project. */
export function recentFolders(store: Store, paths: Paths, now: Date): ReadonlyMap<string, string> {
  const since = new Date(now.getTime() - RECENT_MS).toISOString();
  const projects = recentProjects(store, since, MAX_PROJECTS);
  const started = allCaches(paths).filter(({ project }) => projects.includes(project));
  return new Map([
    ...projects.map((project) => [project, project] as const),
    ...started.map(({ folder, project }) => [folder, project] as const),
  ]);
}

/** Stores changed scratchpads for the search, removes missing ones, and returns the number of both. */
export async function indexScratchpads(
  store: Store,
  paths: Paths,
  folders: ReadonlyMap<string, string>,
  workload: Workload,
): Promise<number> {
  let total = 0;
  for (const [folder, project] of folders) {
    if (workload.isOver) break;
    // A folder may be missing only for a time, so its scratchpads stay in the index.
    if (!hasScratchpads(folder) || leadsOutside(scratchpadFolder(folder), folder)) continue;
    const { settings } = evaluateProject(paths, project);
    if (whySilent(paths, settings, { project, folder }) !== undefined) continue;
    const files = new ScratchpadFiles(scratchpadFolder(folder));
    const known = knownScratchpads(store, files.folder, project);
    const pads = readPads(files, project);
    const hasText = new Map(pads.map(({ path, text }) => [path, text.trim() !== ""]));
    const clean = { redactSecrets: settings.privacy.redact_secrets };
    const changed = pads.filter(({ path, contentHash }) =>
      hasText.get(path) && known.get(path)?.contentHash !== contentHash
    ).map((pad) => ({ ...pad, text: cleanText(pad.text, clean) }));
    // A renamed project or a merged worktree has moved a scratchpad here: its agent, day and text are the same.
    const isMoved = (path: string, hash: string) =>
      pads.some((pad) => pad.contentHash === hash && path.endsWith(pad.path.slice(files.folder.length)));
    // An emptied scratchpad counts as gone. One that cannot be read, or is beyond `MAX_DAYS`, does not.
    const gone = [...known].filter(([path, { contentHash }]) =>
      !(hasText.get(path) ?? entryAt(path)?.isFile) &&
      (path.startsWith(files.folder) || isMoved(path, contentHash))
    ).map(([, { id }]) => id);
    total += changed.length + gone.length;
    for (const pad of changed) {
      store.transaction(() => queueForSearch(store, "scratchpad", [keepScratchpad(store, pad)]));
      await workload.rest();
    }
    if (gone.length > 0) store.transaction(() => removeNumbered(store, "scratchpads", gone));
  }
  return total;
}

function readPads(files: ScratchpadFiles, project: string): ScratchpadText[] {
  return files.agents().flatMap((agent) =>
    files.days(agent).slice(0, MAX_DAYS).flatMap((day) => {
      const content = files.read(agent, day);
      if (content.kind !== "text") return [];
      const path = files.pathOf(agent, day);
      const updatedAt = (infoOf(path)?.mtime ?? new Date(0)).toISOString(); // the file may be gone by now
      const { text } = content;
      return [{ project, agent, day, path, contentHash: hashText(text), text, updatedAt }];
    })
  );
}
