import type { ScorePart } from "../search/search_types.ts";

/** Scores of what is about a failure though no name is in common: well above what a prompt asks for. */
const CLEAR_SCORE = 0.6;
const TOKEN = /[A-Za-z0-9_.-]+/g;
/** `a_b`, `a-b`, `a.ts`, `aB`, `E404`, `ENOENT`: how names are told from words. */
const NAME = /[A-Za-z0-9][_.-][A-Za-z0-9]|[a-z][A-Z]|[A-Za-z][0-9]|[A-Z]{4}/;
/** Names that stand in failures of any kind; small, as they are compared. */
const ANY_FAILURE = new Set(
  ("error errors failed fail failure failures passed assert assertion assertionerror exception traceback fatal " +
    "warning warn panic exit package.json node_modules utf-8 e.g i.e")
    .split(" "),
);

/** An item that was found for a failure. */
export interface FoundForFailure {
  readonly text: string;
  readonly score: number;
  readonly why: readonly ScorePart[];
}

/** The identifiers, test names, files and error codes that texts name, in small letters. */
export function namesIn(texts: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const token of texts.flatMap((text) => text.match(TOKEN) ?? [])) {
    const bare = token.replace(/^[-.]+|[-.]+$/g, "");
    if (!NAME.test(bare) || /^[0-9]/.test(bare)) continue;
    const name = bare.toLowerCase();
    if (!ANY_FAILURE.has(name)) names.add(name);
  }
  return names;
}

/** What a failure can be known by. */
export interface FailureMarks {
  readonly names: ReadonlySet<string>;
  /** `make deploy`, in small letters. */
  readonly command: string | undefined;
}

/** The marks of a failure; a command that ran tests is none, as all tests have it in common. */
export function marksOf(texts: readonly string[], command: string | undefined): FailureMarks {
  const [words] = command?.match(/^[A-Za-z][\w.-]* [A-Za-z][\w.:-]*/) ?? [];
  return { names: namesIn(texts), command: words?.toLowerCase() };
}

/** Whether an item is about this failure: it names what the failure names, or says clearly the same. */
export function isAboutFailure(item: FoundForFailure, { names, command }: FailureMarks): boolean {
  const { text, score, why } = item;
  if (why.some(({ name }) => name === "named")) return true;
  const related = why.find(({ name }) => name === "related")?.value ?? 0;
  if (score - related >= CLEAR_SCORE) return true;
  if (command !== undefined && text.toLowerCase().includes(command)) return true;
  return [...namesIn([text])].some((name) => names.has(name));
}
