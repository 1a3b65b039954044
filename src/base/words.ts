// Splits texts into words, for search and for comparing memories. Recognises abbreviations, whose dots end no sentence.
import { DENSE_CLASS, isDense } from "./scripts.ts";

/** English words that name no subject: searches ignore them. Search (`termsOf`) splits `don't` into `don` and `t`. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  ("a an the is are was were be been being am do does did done doing has have had having of and or to in on at by for " +
    "with as it its this that these those i you he she they we me my your his her their our them him us what when " +
    "where who whom whose which why how will would can could should may might must shall not no nor so but if then " +
    "than from about into there here s t d ll m re ve don doesn didn isn wasn aren weren won wouldn couldn shouldn " +
    "hasn haven hadn let please").split(" "),
);

/** A word ("letter"), text without blanks between words ("dense"), or symbols ("sign"). */
export type Run = Readonly<{ text: string; kind: "letter" | "dense" | "sign" }>;

const SIGN_CLASS = "\\u2190-\\u2bff"; // arrows, mathematical operators, boxes, other symbols
// Spelled out: for `\p{…}` V8 builds Unicode tables, which costs a hook almost 1 ms.
const LETTER_CLASS =
  "A-Za-z0-9_\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u0dff\\u0f00-\\u0fff\\u10a0-\\u177f\\u1800-\\u1fff\\u2c00-\\u2dff\\ua4d0-\\uabff";
const ASCII_RUN = /[A-Za-z0-9_]+(?:[-./:'@+#][A-Za-z0-9_]+)*/g; // words, and words joined by one sign such as `a.ts`
/** Matches a run in any script. Compiled only for a text that is not ASCII. */
let anyRun: RegExp | undefined;

/** Splits a text into runs. `src/a.ts`, `date-fns`, `3.12` and `don't` are one run each. */
export function runsOf(text: string): Run[] {
  if (!/[\u0080-\uffff]/.test(text)) {
    return (text.match(ASCII_RUN) ?? []).map((run) => ({ text: run, kind: "letter" }));
  }
  anyRun ??= new RegExp(
    `[${LETTER_CLASS}]+(?:[-./:'@+#][${LETTER_CLASS}]+)*|[${DENSE_CLASS}]+|[${SIGN_CLASS}]+`,
    "g",
  );
  return (text.normalize("NFKC").replaceAll("\u2019", "'").match(anyRun) ?? [])
    .map((run) => ({ text: run, kind: kindOf(run.charCodeAt(0)) }));
}

function kindOf(unit: number): Run["kind"] {
  return unit >= 0x2190 && unit <= 0x2bff ? "sign" : isDense(unit) ? "dense" : "letter";
}

/** Splits a dense run into overlapping pairs: "abc" into "ab", "bc". One character stays. */
export function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.length === 1 ? characters : characters.slice(1).map((next, i) => characters[i] + next);
}

/** Replaces C++, C# and F# by words, because `runsOf` drops their signs. The `c#` in `main.c#L10` is none of them. */
export function withNamedSigns(text: string): string {
  return text.replace(/\b[Cc]\+\+/g, "cpp").replace(/(?<!\.)\b([CFcf])#/g, "$1sharp");
}

const ABBREVIATIONS =
  "e.g|i.e|vs|approx|cf|resp|incl|inkl|exkl|zzgl|ggf|evtl|bspw|bzgl|vgl|sog|(?:[a-zà-ÿ]+-)?nr|bzw|z.b|d.h|u.a|p.ej|ej|p.ex|np|tzn|tj|m.in|т.е|т.к|ad.es|fig|st|dr|mr|mrs"
    .replaceAll(".", "\\. ?");
/** Abbreviations and letters that also end sentences, unless a number, a small letter or an initial follows. */
const AMBIGUOUS = "etc|usw|mwst|o\\. ?ä|u\\. ?ä|т\\. ?[дп]|т|no|ca|ex|sec|min|max|ms|[a-hj-z]";
/** The source of a pattern for an abbreviation before its full stop, which ends no sentence. */
const ABBREVIATED = `(?<![^\\s\\0-\\x20(])(?:(?i:${ABBREVIATIONS})|Ms|(?<!\\d ?)(?:ca|[Mm]ax|[Mm]in)|` +
  `(?i:${AMBIGUOUS})(?=\\.[)\\]]*\\s+(?:[a-zß-ÿа-џ\\d]|[A-Z]\\.)))`;
/** Words that begin a sentence after a letter, as in "use C. The rest". Another word may be a surname. */
const OPENERS =
  "After|All|Also|Always|And|As|But|Do|For|He|How|I|If|In|It|Never|Next|No|Now|On|Or|Please|So|That|The|Then|This|To|Use|We|When|Whether|You";
/** Matches initials, too (`J. Smith`). Triage does not use it, because "tier A. Test" is two sentences. */
export const ABBREVIATED_OR_INITIAL = `(?:${ABBREVIATED}|` +
  `(?<![^\\s\\0-\\x20(])(?<!\\d ?|(?:[Cc]lass|[Oo]ption|[Pp]ackage|[Pp]lan|OS) )` +
  `[A-HJ-Z](?=\\.\\s+(?!(?:${OPENERS})\\b)[A-ZÀ-Þ][a-zß-ÿ'’]))`;
const [FULL_STOP, TITLE_STOP] = [ABBREVIATED, ABBREVIATED_OR_INITIAL].map((source) =>
  new RegExp(`\\.(?<=${source}\\.)`, "y")
) as [RegExp, RegExp];

/** Returns true if the full stop at index `stop` ends an abbreviation or, `withInitials`, an initial. */
export function isAbbreviation(text: string, stop: number, withInitials = false): boolean {
  const pattern = withInitials ? TITLE_STOP : FULL_STOP;
  pattern.lastIndex = stop;
  return pattern.test(text);
}
