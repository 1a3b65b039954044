import type { Format } from "./formats/format.ts";
import type { Formats } from "./formats/formats.ts";
import { addCounts } from "./read_counts.ts";
import { type Evidence, readSummary } from "./summary.ts";

/** Which of the build signs a runner of tests may print itself. */
const WITHOUT_OWN_SUMMARY = new Set(["make", "cc", "ninja", "tsc", "docker"]);

const NOTHING: Evidence = {
  passed: undefined,
  failed: undefined,
  verdict: undefined,
  isSummary: false,
  firstFailure: undefined,
};

/** Reads test summaries from an output; those of `format` when it has any, else all that are known. */
export function readTestEvidence(text: string, format: string | undefined, formats: Formats): Evidence {
  const found = readOwnEvidence(text, format, formats);
  if (found.verdict !== undefined) return { ...found, isSummary: true };
  const hasOwn = formats.tests.some(({ name }) => name === format);
  const isOther = format === undefined || !hasOwn || WITHOUT_OWN_SUMMARY.has(format);
  const others = isOther ? readAnyTests(text, formats) : NOTHING;
  if (others.verdict !== undefined) return { ...others, isSummary: true };
  const build = readBuildEvidence(text, formats);
  return build.verdict === "pass" ? NOTHING : { ...build, isSummary: false }; // that it was built is no test
}

/** What the runner's own summary says, even where the output was cut to a word. */
export function readOwnEvidence(text: string, format: string | undefined, { tests }: Formats): Evidence {
  return merge(tests.filter(({ name }) => name === format).flatMap((each) => readSummary(text, each) ?? []));
}

/** `packages/a test: …`, `web:test: …`, `[a]: …`: where several packages are tested at once. */
const PACKAGE_PREFIX = /^(?:[\w@./-]+[ :][\w:.-]+: |@[\w-]+\/[\w.-]+: |\[[\w@./-]+\]:? | *[\w+.-]+ +\| )/gm;

function readAnyTests(text: string, { tests }: Formats): Evidence {
  const known = tests.filter(({ name }) => name !== "plain");
  const found = merge(readSigned(text, known));
  if (found.verdict !== undefined) return found;
  const bare = text.replace(PACKAGE_PREFIX, "");
  const others = bare.length === text.length ? found : merge(readSigned(bare, known));
  return others.verdict !== undefined ? others : merge(readSigned(bare, tests));
}

/** Reads what compilers and bundlers say; a failing test fails the build that it is a part of. */
export function readBuildEvidence(text: string, { tests, builds }: Formats): Evidence {
  const found = merge(readSigned(text, builds));
  const build = tests.filter(({ name }) =>
    name === "maven" || name === "gradle" || name === "dotnet" ||
    name === "sbt" || name === "zig" || name === "bazel" || name === "xcode"
  );
  return merge([found, ...readSigned(text, build)]);
}

/** They start what a project says, and tell at the end that it failed. */
const STARTERS = new Set(["make", "package-manager", "workspace"]);
/** `npm` has the most to tell. */
const STARTER_LINES = 12;

/** The failure that the program which started the tests tells behind their summary; what is before that, they printed. */
export function readStarterFailure(text: string, formats: Formats): Evidence | undefined {
  const starters = formats.builds.filter(({ name }) => STARTERS.has(name));
  const lines = text.trimEnd().split("\n").slice(-STARTER_LINES);
  for (let at = lines.length - 1; at >= 0; at--) {
    const end = `${lines.slice(at).join("\n")}\n`;
    const found = merge(readSigned(end, starters));
    if (found.verdict === "fail") return readAnyTests(end, formats).verdict === "pass" ? undefined : found;
  }
  return undefined;
}

function readSigned(text: string, formats: readonly Format[]): Evidence[] {
  return formats.filter(({ signs }) => signs.some((sign) => text.includes(sign))).flatMap((each) =>
    readSummary(text, each) ?? []
  );
}

/**
 * A failure counts more than anything else, but for one that nobody counted beside tests that another counts as passed;
 * counts are those of the first format that has them and says the same.
 */
function merge(found: readonly Evidence[]): Evidence {
  const hasPassed = found.some(({ verdict, passed }) => verdict === "pass" && passed !== undefined);
  const all = hasPassed ? found.filter((one) => one.verdict !== "fail" || !one.hasUncounted) : found;
  const verdict = (["fail", "pass", "none"] as const).find((each) => all.some((one) => one.verdict === each));
  if (verdict === undefined) return NOTHING;
  const same = all.filter((one) => one.verdict === verdict);
  const counted = same.find((one) => one.passed !== undefined || one.failed !== undefined) ??
    all.find((one) => one.passed !== undefined);
  return {
    ...addCounts(counted ?? NOTHING, NOTHING),
    verdict,
    isSummary: same.some((one) => one.isSummary),
    firstFailure: same.map((one) => one.firstFailure).find((name) => name !== undefined),
    hasUncounted: found.some((one) => one.hasUncounted),
  };
}
