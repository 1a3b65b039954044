// Checks the arguments of the tools for predictions (GHAP), and understands other words for their fixed names.
import { UsageError } from "../base/user_error.ts";
import { GHAP_EXPECTS, GHAP_STATUSES, type GhapStatements, RUN_KINDS } from "./entry.ts";
import tables from "./validation.json" with { type: "json" };

export const { domains: GHAP_DOMAINS, strategies: GHAP_STRATEGIES } = tables;

export const MAX_STATEMENT_UNITS = 2000;

/** The advice if an argument is empty, by its name. */
const PURPOSES: Readonly<Record<string, string>> = tables.purposes;

/**
 * Other words for the fixed names, such as "gave up" for `abandoned`, from a word's start. The first match wins. With
 * `unlessDenied`, no negation stands before them: the opposite of what was said is worse than no answer.
 */
const SYNONYMS = tables.synonyms.map(({ name, words, unlessDenied = false }) => {
  const before = unlessDenied ? "(?<!\\b(?:no|not|never|without|0)\\b.*|n't\\b.*)" : "";
  return [name, new RegExp(`${before}\\b(?:${words})`)] as const;
});

/** Opposite names: "the failing test passes" has words for both and begins with neither, so it names none. */
const OPPOSITES: Readonly<Record<string, string>> = { falsified: "confirmed", fail: "pass" };

const domainNamed = nameFinder(GHAP_DOMAINS);
export const readStrategy = nameFinder(GHAP_STRATEGIES);
export const readExpects = nameFinder(GHAP_EXPECTS);
export const readRunKind = nameFinder(RUN_KINDS);

// These functions throw a `UsageError`, which lists the names, for a text that means none.
export const requireDomain = nameReader("domain", GHAP_DOMAINS);
export const requireStatus = nameReader("status", GHAP_STATUSES);
export const requireEnd = nameReader("status of a resolved entry", ["confirmed", "falsified", "abandoned"]);

/** Returns the domain that is named, else the one that the statements are about, else `feature`. */
export function domainOf(
  { domain = "", goal, hypothesis }: Pick<GhapStatements, "goal" | "hypothesis"> & {
    readonly domain?: string | undefined;
  },
): string {
  return domainNamed(domain) ?? domainNamed(goal) ?? domainNamed(hypothesis) ?? "feature";
}

/** Makes a function that finds a name, written in any case and with blanks or underscores for hyphens, or a synonym. */
function nameFinder<T extends string>(names: readonly T[]): (given: string) => T | undefined {
  return (given) => {
    const plain = given.trim().toLowerCase();
    const named = names.find((name) => name === plain.replace(/[\s_]+/g, "-"));
    if (named !== undefined || plain === "") return named;
    const [first = "", ...others] = SYNONYMS.filter(([, words]) => words.test(plain)).map(([name]) => name)
      .filter((name) => names.some((one) => one === name));
    const isUnclear = others.includes(OPPOSITES[first] ?? "") && !plain.startsWith(first);
    return isUnclear ? undefined : names.find((name) => name === first);
  };
}

function nameReader<T extends string>(what: string, names: readonly T[]): (given: string) => T {
  const find = nameFinder(names);
  return (given) => {
    const found = find(given);
    if (found !== undefined) return found;
    throw new UsageError(`Cannot take ${JSON.stringify(given.slice(0, 40))} as a ${what}`, {
      hint: `give one of ${names.join(", ")}`,
    });
  };
}

/** Returns the cleaned text. Throws a `UsageError` if the text is empty, too long or wholly private. */
export function requireStatement(name: string, given: string, clean: (text: string) => string): string {
  const purpose = PURPOSES[name] ?? "give its text, or leave it out";
  const text = given.trim();
  if (text === "") throw new UsageError(`Cannot take an empty ${name}`, { hint: purpose });
  if (text.length > MAX_STATEMENT_UNITS) {
    throw new UsageError(
      `Cannot take a ${name} of ${text.length} characters: ${MAX_STATEMENT_UNITS} is the most`,
      { hint: "say it in a sentence or two" },
    );
  }
  const kept = clean(text).trim();
  if (kept !== "") return kept;
  throw new UsageError(`Cannot take this ${name}: all of it is marked as private`, {
    hint: "say it outside of <private>",
  });
}
