import { UsageError } from "../base/user_error.ts";
import {
  GHAP_DOMAINS,
  GHAP_EXPECTS,
  GHAP_STATUSES,
  GHAP_STRATEGIES,
  type GhapDomain,
  type GhapEnd,
  type GhapExpects,
  type GhapStatus,
  type GhapStrategy,
  RUN_KINDS,
  type RunKind,
} from "./ghap_types.ts";

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

/** The domain of this name, however it is written; a `UsageError` names those there are. */
export function requireDomain(name: string): GhapDomain {
  return requireName(name, GHAP_DOMAINS, "domain");
}

/** The strategy of this name, however it is written; a `UsageError` names those there are. */
export function requireStrategy(name: string): GhapStrategy {
  return requireName(name, GHAP_STRATEGIES, "strategy");
}

export function requireStatus(name: string): GhapStatus {
  return requireName(name, GHAP_STATUSES, "status");
}

/** The end of this name, however it is written. */
export function requireEnd(name: string): GhapEnd {
  return requireName(name, ["confirmed", "falsified", "abandoned"], "status of a resolved entry");
}

/** The expected result of this name, however it is written. */
export function requireExpects(name: string): GhapExpects {
  return requireName(name, GHAP_EXPECTS, "result that is expected");
}

/** The kind of run of this name, however it is written. */
export function requireRunKind(name: string): RunKind {
  return requireName(name, RUN_KINDS, "kind of run");
}

/** One of `names`; blanks, underscores and case do not matter. */
function requireName<T extends string>(given: string, names: readonly T[], what: string): T {
  const plain = given.trim().toLowerCase().replace(/[\s_]+/g, "-");
  const found = names.find((name) => name === plain);
  if (found !== undefined) return found;
  throw new UsageError(`Cannot take ${JSON.stringify(given.slice(0, 40))} as a ${what}`, {
    hint: `give one of ${names.join(", ")}`,
  });
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
