/** A part of a text that is one word, or a run of signs of a script without blanks between words. */
export interface Run {
  /** In lower case. */
  readonly text: string;
  readonly kind: "letter" | "dense";
}

/** The words and runs of a text in their order. Names such as `src/a.ts`, `date-fns`, `3.12` and `don't` are one word. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  const lower = text.normalize("NFKC").replaceAll("\u2019", "'").toLowerCase();
  let start = 0;
  while (start < lower.length) {
    const kind = kindOf(lower.charCodeAt(start));
    let end = start + 1;
    while (end < lower.length && continues(lower, end, kind)) end++;
    if (kind !== "other") runs.push({ text: lower.slice(start, end), kind });
    start = end;
  }
  return runs;
}

/** Each sign of a run with the one behind it; a sign that stands alone is itself. */
export function pairsOf(run: string): string[] {
  const signs = [...run];
  return signs.length === 1 ? signs : signs.slice(1).map((sign, i) => signs[i] + sign);
}

type Kind = "letter" | "dense" | "other";

function continues(text: string, at: number, kind: Kind): boolean {
  const next = kindOf(text.charCodeAt(at));
  if (next === kind) return true;
  if (kind !== "letter" || !"./-:'@+#".includes(text[at] ?? "")) return false;
  return kindOf(text.charCodeAt(at + 1)) === "letter";
}

/** By ranges: a pattern with Unicode classes costs a hook three times its own start. */
function kindOf(unit: number): Kind {
  if (Number.isNaN(unit)) return "other";
  if (unit < 0x80) return isAsciiLetter(unit) ? "letter" : "other";
  if (unit < 0xc0) return unit === 0xb5 || unit === 0xaa || unit === 0xba ? "letter" : "other";
  if (unit >= 0x2000 && unit <= 0x206f) return "other";
  if (unit >= 0x3000 && unit <= 0x3004) return "other";
  if (unit >= 0x3008 && unit <= 0x3020) return "other";
  if (unit >= 0xff00 && unit <= 0xff0f) return "other";
  return isDense(unit) ? "dense" : "letter";
}

function isAsciiLetter(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x7a) || unit === 0x5f;
}

/** Han, kana, Hangul (its particles hang on the words), Thai, Lao, Khmer, Burmese; surrogates are mostly Han. */
function isDense(unit: number): boolean {
  return (unit >= 0x2e80 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xdfff) ||
    (unit >= 0xf900 && unit <= 0xfaff) || (unit >= 0x0e00 && unit <= 0x0eff) ||
    (unit >= 0x1000 && unit <= 0x109f) || (unit >= 0x1780 && unit <= 0x17ff);
}
