import { UsageError } from "../base/user_error.ts";
import { GHAP_DOMAINS, GHAP_EXPECTS, GHAP_STATUSES, GHAP_STRATEGIES, RUN_KINDS } from "./ghap_types.ts";

/** A longer statement is a report, not a statement. */
const MAX_STATEMENT_UNITS = 2000;

/** The error for a missing statement says with one of these what to send. */
const PURPOSES: Readonly<Record<string, string>> = {
  goal: "say what is to be reached",
  hypothesis: "say why the action should work",
  action: "say what you are about to do",
  prediction: 'say what you will see, such as "test_total passes"',
  result: "say what happened",
  reason: "say why it is given up",
  note: "say what was found",
  text: "give the rule in a sentence",
};

/** Read a name, however it is written; a `UsageError` says which there are. */
export const requireDomain = nameReader("domain", GHAP_DOMAINS);
export const requireStrategy = nameReader("strategy", GHAP_STRATEGIES);
export const requireStatus = nameReader("status", GHAP_STATUSES);
export const requireEnd = nameReader("status of a resolved entry", ["confirmed", "falsified", "abandoned"]);
export const requireExpects = nameReader("result that is expected", GHAP_EXPECTS);
export const requireRunKind = nameReader("kind of run", RUN_KINDS);

/** Blanks, underscores and case do not matter. */
function nameReader<T extends string>(what: string, names: readonly T[]): (given: string) => T {
  return (given) => {
    const plain = given.trim().toLowerCase().replace(/[\s_]+/g, "-");
    const found = names.find((name) => name === plain);
    if (found !== undefined) return found;
    throw new UsageError(`Cannot take ${JSON.stringify(given.slice(0, 40))} as a ${what}`, {
      hint: `give one of ${names.join(", ")}`,
    });
  };
}

/** The statement as it may be kept; a `UsageError` where it is empty, too long or wholly private. */
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
