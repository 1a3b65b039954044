import { pairsOf, runsOf } from "./memory_runs.ts";
import { IRREGULAR } from "./memory_vocabulary.ts";

/** A text in words; scripts without blanks between words give pairs of characters. */
export interface Word {
  /** As written, in lower case. */
  readonly text: string;
  /** Without the ending of a plural or a verb form. */
  readonly stem: string;
  readonly kind: "word" | "pair";
}

/** Signs that end a clause; a full stop, a colon and a dash only before white space. */
const CLAUSE_ENDS =
  /[,;!?()\[\]\n\u2014\u3001\u3002\uff0c\uff1b\uff01\uff1f\uff08\uff09]|[.:](?=\s|$)|\s[-\u2013]\s/;

/** The clauses of the text, each with what it says. */
export function clausesOf(text: string): string[] {
  return text.normalize("NFKC").split(CLAUSE_ENDS).map((clause) => clause.trim()).filter((clause) =>
    clause !== ""
  );
}

/** The words of a text in their order. */
export function wordsOf(text: string): Word[] {
  return runsOf(text).flatMap((run): Word[] =>
    run.kind === "letter"
      ? [{ text: run.text, stem: stemOf(run.text), kind: "word" }]
      : pairsOf(run.text).map((pair) => ({ text: pair, stem: pair, kind: "pair" }))
  );
}

/** Brings "install", "installs", "installed" and "installing" together; other languages stay nearly as they are. */
function stemOf(word: string): string {
  const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  if (irregular !== undefined) return irregular;
  if (!/^[a-z]{4,40}$/.test(word)) return word;
  let stem = word;
  if (stem.endsWith("ies")) stem = `${stem.slice(0, -3)}y`;
  else if (stem.endsWith("s") && !/(ss|us|is)$/.test(stem)) stem = stem.slice(0, -1);
  const cut = /^(.*[aeiouy].*[^aeiou])(?:ing|ed)$/.exec(stem)?.[1] ?? stem;
  if (cut !== stem) stem = cut.replace(/([^aeiouls])\1$/, "$1");
  return stem.length > 4 && stem.endsWith("e") ? stem.slice(0, -1) : stem;
}
