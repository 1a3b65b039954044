import { matchAt } from "./secret_span.ts";
import type { ContextRule, Span } from "./secret_span.ts";
import { isRandom } from "./secret_values.ts";
import { holdsWords } from "../texts.ts";

const PGPASS_VALUE = /(?:[^\s\\"':]|\\+[:\\]|[ \t](?=[^\s"']))+/y;
const PPK_LINES = /(?:(?:\\+[rn]|\s){1,4}[A-Za-z0-9+/=]{1,76}(?=\\|\s))+/y;
/** Files in which secrets stand without a name: .pgpass, .netrc, jars of cookies, keys of PuTTY, JWKs. */
export const FILE_RULES: readonly ContextRule[] = [
  {
    signs: ["gpass"],
    pattern:
      /(?<![\w.*:/-])(?:[\w.-]{1,100}|\*):(?:\d{2,5}|\*):(?:[\w.-]{1,63}|\*):(?:[\w.@-]{1,63}|\*):(?=\S)/g,
    read: (text, hit) => pgpassSpan(text, hit.index + hit[0].length),
  },
  {
    signs: ["@tcp"],
    pattern: /(?<![\w:/@.-])[\w.-]{1,63}:([^\s"'`:/\\][^\s"'`\\]{2,100})(?=@tcp\()/g,
    read: (_, hit) => /^[$%{]/.test(hit[1] ?? "") ? undefined : lastGroup(hit, "password"),
  },
  {
    signs: ["netrc"],
    pattern: /\blogin(?:\s|\\n){1,8}[^\s\\]{1,100}(?:\s|\\n){1,8}password[ \t]+(["']?[^\s"'\\]{3,4000})/g,
    read: (_, hit) => lastGroup(hit, "password"),
  },
  {
    signs: ["netsc"],
    pattern:
      /(?:\t|\\t)(?:TRUE|FALSE)(?:\t|\\t)\/[^\s\\]{0,100}(?:\t|\\t)(?:TRUE|FALSE)(?:\t|\\t)\d{1,12}(?:\t|\\t)[^\s\\]{1,100}(?:\t|\\t)([^\s\\"]{6,4000})/g,
    read: (_, hit) => lastGroup(hit, "cookie"),
  },
  {
    signs: ["-lines"],
    pattern: /Private-Lines: \d{1,4}/g,
    read: (text, hit) => {
      const start = hit.index + hit[0].length;
      const lines = matchAt(PPK_LINES, text, start);
      return lines === null ? undefined : { start, end: start + lines[0].length, kind: "private-key" };
    },
  },
  {
    signs: ["kty"],
    pattern: /"(?:d|p|q|dp|dq|qi|k)\\*" ?: ?\\*"([\w-]{20,2000})/g,
    read: (_, hit) => isRandom((hit[1] ?? "").slice(0, 64)) ? lastGroup(hit, "private-key") : undefined,
  },
];

const PASSWORD_FILES = ["pgpass", "netrc"];

/** Which files of passwords are named anywhere in parsed JSON; their lines, wherever they are printed, tell nothing of it. */
export function passwordFilesIn(value: unknown): string {
  return PASSWORD_FILES.filter((name) => holdsWords(value, name)).join(" ");
}

function lastGroup(hit: RegExpExecArray, kind: string): Span {
  const end = hit.index + hit[0].length;
  return { start: end - (hit.at(-1) ?? "").length, end, kind };
}

function pgpassSpan(text: string, start: number): Span | undefined {
  const value = matchAt(PGPASS_VALUE, text, start)?.[0] ?? "";
  return value.length < 3 || /^(?:\[redacted|[$<{])/.test(value)
    ? undefined
    : { start, end: start + value.length, kind: "password" };
}
