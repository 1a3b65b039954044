import * as z from "zod/mini";
import type { OutcomeMatcher } from "../../core/settings.ts";

/** What an entry of a list of matchers may be, in words that follow "entries such as". */
export const MATCHERS_ALLOWED = "pytest or {command: just check, kind: test}, kind being test or build";

/** As outcomes name them, too: a person who has seen `tests:fail` writes `kind: tests`. */
const KINDS = { test: "test", tests: "test", build: "build", builds: "build" } as const;

/** One that `matcherSchema` accepts. */
export type WrittenMatcher = string | { readonly command: string; readonly kind: keyof typeof KINDS };

/** Accepts a matcher as people write it. */
export function matcherSchema(): z.ZodMiniType {
  const command = z.string().check(z.regex(/^[^\p{Cc}]{1,200}$/u));
  return z.union([command, z.strictObject({ command, kind: z.enum(Object.keys(KINDS)) })]);
}

/** The matcher as hooks use it: a command alone is a test run. */
export function compiledMatcher(written: WrittenMatcher): OutcomeMatcher {
  if (typeof written === "string") return { command: written, kind: "test" };
  return { command: written.command, kind: KINDS[written.kind] };
}
