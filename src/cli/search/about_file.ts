import { fileName } from "../../core/context/file_key.ts";
import type { SearchHit } from "../../core/search/search_types.ts";
import { isAbsolute } from "../../host/paths.ts";
import { withSlashes } from "../../core/slashes.ts";
import type { FoundText } from "../../store/found_texts.ts";
import { sessionTouched } from "../../store/session_details.ts";
import type { Store } from "../../store/store.ts";

export interface FileQuestion {
  readonly hit: SearchHit;
  readonly text: FoundText;
  /** Absolute. */
  readonly file: string;
}

/** Whether an item is attached to the file, names it, or is a session that worked on it; a folder stands for its files. */
export function isAboutFile(store: Store, { hit, text, file }: FileQuestion): boolean {
  if (text.files.some((path) => isWithin(path, file, text.project))) return true;
  const names = namesOf(file, text.project);
  const said = `${text.title ?? ""}\n${text.body}`;
  if (names.some((name) => said.includes(name))) return true;
  return hit.kind === "session" && text.sessionId !== null && sessionTouched(store, text.sessionId, file);
}

function isWithin(path: string, wanted: string, project: string | null): boolean {
  const absolute = withSlashes(isAbsolute(path) ? path : `${project ?? ""}/${path.replace(/^\.[\\/]/, "")}`);
  const folder = withSlashes(wanted);
  return absolute === folder || absolute.startsWith(`${folder}/`);
}

/** How texts name a file: with its whole path, within the project, or alone where that tells enough. */
function namesOf(file: string, project: string | null): string[] {
  const isBelow = project !== null && withSlashes(file).startsWith(`${withSlashes(project)}/`);
  const within = isBelow ? file.slice(project.length + 1) : file;
  const base = fileName(file);
  return [file, within, ...(base.includes(".") ? [base] : [])];
}
