// Makes a memory of what a person or an agent gives: checked, and without private parts and secrets.
import { cutAtWord } from "../../base/cut.ts";
import { below, slashOf } from "../../base/slashes.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import { systemPath } from "../../machine/paths.ts";
import { MAX_BODY_UNITS, MAX_TITLE_UNITS } from "../../memory/memory_text.ts";
import { requirePhrases } from "../../memory/recall_phrases.ts";
import { excludedOf } from "../../privacy/exclusion.ts";
import type { MemoryPlace } from "../../store/memories.ts";
import { cleanerFor, type requireOrigin } from "./call_place.ts";
import { requireCategory } from "./find_item.ts";
import { cannotTake, listFrom } from "../frame/command.ts";
import { projectOf } from "../frame/home.ts";
import { inHomeFolder, isThere, resolvePath } from "../frame/typed_paths.ts";

export interface MemoryInput {
  readonly category: string;
  /** If absent, the title is itself the memory. */
  readonly body?: string | undefined;
  readonly title?: string | undefined;
  readonly files?: readonly string[] | undefined;
  readonly scope?: string | undefined;
  readonly recall_when?: readonly string[] | undefined;
  readonly replaces?: readonly string[] | undefined;
}

type Clean = (text: string) => string;
type FilesPlace = { readonly project: string | null; readonly folder?: string | undefined };
type Place = ReturnType<typeof requireOrigin>;
type MemoryOrigin = Place & { readonly source: keyof typeof CONFIDENCE; readonly sessionId: string | null };

/** The confidence in a memory by its source: an agent may have misunderstood. */
const CONFIDENCE = { user: 1, agent: 0.9, import: 0.8 } as const;

/** Checks and cleans what was given. Throws a `UserError` that says what to give instead. */
export function draftOf(input: MemoryInput, origin: MemoryOrigin, clean = cleanerFor(origin.settings)) {
  const category = requireCategory(input.category);
  const [title, body] = input.body === undefined ? [undefined, input.title ?? ""] : [input.title, input.body];
  return {
    ...memoryPlace(input.scope, origin),
    category,
    title: title === undefined ? null : cleanTitle(title, clean),
    body: cleanBody(body, clean),
    evidence: null,
    source: origin.source,
    confidence: CONFIDENCE[origin.source],
    sessionId: origin.sessionId,
    files: cleanFiles(input.files ?? [], clean, origin),
    recallWhen: requirePhrases(input.recall_when ?? [], clean),
  };
}

/** Matches a place in a file: `:12`, `:L3-L9`; after `.md` or such (a name may have a `#`), `#usage`, `::test_a`. */
const PLACE = /(?:(?<=.):L?\d+(?:[:-]L?\d+)?|(?<=\.\w{1,9})(?:::.*|#[^\\/]*))$/;

/** Returns each path once, also of `a.ts, b.ts`; relative to the project if inside it or its worktree `folder`. */
export function cleanFiles(files: readonly string[], clean: Clean, { project, folder = "" }: FilesPlace) {
  const [start, launched] = [below(project ?? "", ""), below(folder, "")];
  const system = slashOf(start) === "\\" ? "windows" : undefined;
  const inMain = (path: string) =>
    path.startsWith(launched) ? below(projectOf(folder), path.slice(launched.length)) : path;
  const isOwn = (path: string) => start.length > 1 && path.startsWith(start); // `/` is no project
  const paths = files.flatMap((file) => listFrom(clean(file))).map((given) => {
    const file = given.trim().replace(/^["'`]?file:\/\/(?=\/)|^["'`]|["'`]$/g, "").replace(PLACE, "");
    const named = systemPath(inHomeFolder(file) ?? file, system).replace(/^(?:\.[\\/]+)+(?=.)/, "");
    const here = resolvePath(below(folder, named)); // if only this exists: shells complete names
    const path = inMain(isOwn(inMain(here)) && isThere(here) && !isThere(start + named) ? here : named);
    return isOwn(path) ? path.slice(start.length) : path;
  });
  return [...new Set(paths.filter((path) => path !== ""))];
}

/** Throws a `UsageError` for a body that is empty, too long, wholly private or only a secret. */
export function cleanBody(text: string, clean: Clean): string {
  const given = text.trim();
  const refuse = (what: string, hint: string) => new UsageError(`Cannot keep ${what}`, { hint });
  if (!/[\p{L}\p{N}]/u.test(given)) throw refuse("a memory without a word", "give its text");
  if (given.length > MAX_BODY_UNITS) {
    throw refuse(
      `a memory of ${given.length} characters: ${MAX_BODY_UNITS} is the most`,
      "say it in a sentence or two, and name a file for the rest",
    );
  }
  const body = clean(given).trim();
  if (body === "") {
    throw refuse("this memory: all of it is marked as private", "give a text outside of <private>");
  }
  if (body === given || !isSecretAlone(body)) return body;
  throw refuse(
    "this memory: it is nothing but a secret, which is never kept",
    "say in words where the secret is found",
  );
}

/** Returns true if a body holds only redacted secrets and their names, such as `API_KEY=` or `token:`. */
function isSecretAlone(body: string): boolean {
  const rest = body.replace(/\[redacted:[a-z0-9-]+\]/g, " ")
    .replace(/(?:\bexport\s+)?[\w.-]+["']?\s*[:=]/g, " ");
  return !/[^\s"'`.,;:=(){}[\]-]/.test(rest);
}

export function cleanTitle(text: string, clean: Clean): string | null {
  const title = cutAtWord(onOneLine(clean(text)), MAX_TITLE_UNITS);
  return title === "" ? null : title;
}

export const onOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

export function memoryPlace(scope: string | undefined, { project, folder, settings }: Place): MemoryPlace {
  if (scope === "user") return { scope, project: null };
  if (scope !== undefined && scope !== "project") return cannotTake(scope, "a scope", "give project or user");
  const excluded = excludedOf(project, folder ?? project, settings.privacy.exclude_projects);
  if (excluded === undefined) return { scope: "project", project };
  throw new UserError(`Cannot keep a memory of ${excluded}: privacy.exclude_projects names it`, {
    hint: "keep it for every project with scope user, or change that setting",
  });
}
