import { hashWord, TokenKind, type Tokens } from "./tokens.ts";

/** How a phrase stands in its sentence; all but `Plain` make it a counter-cue. */
export const Modality = { Plain: 0, Negated: 1, Asked: 2, Supposed: 3, Quoted: 4 } as const;
export type Modality = (typeof Modality)[keyof typeof Modality];

export const MODALITY_NAMES: readonly string[] = ["", "negated", "asked", "only supposed", "quoted"];

function wordSet(words: string): ReadonlySet<number> {
  return new Set(words.split(" ").map(hashWord));
}

const NEGATIONS = wordSet(
  "not no never don't doesn't didn't isn't aren't wasn't weren't won't wouldn't haven't hasn't hadn't can't cannot " +
    "couldn't shouldn't nothing neither nor without dont didnt isnt havent " +
    "sin tampoco não nem sem ne pas sans nicht kein keine keinen keiner ohne не нет ни без nie bez non né senza",
);
const SUPPOSERS = wordSet(
  "if assuming suppose supposing imagine whether unless hypothetically wenn falls angenommen si supongamos suponiendo " +
    "caso supondo supposons imaginons если допустим предположим se supponiamo ipotizziamo jeśli jeżeli gdyby załóżmy",
);
const WOULD = wordSet("would could might maybe perhaps");
const QUESTION_WORDS = wordSet(
  "what why how which who where whats what's how's where's warum wieso welche welcher welches qué cuál por-qué " +
    "pourquoi comment quel quelle почему зачем какой как perché quale dlaczego który jak",
);
const AUXILIARIES = wordSet(
  "is are was were does did should shall can could would do have has had will am isn't aren't didn't doesn't " +
    "shouldn't couldn't can't won't don't",
);
const SUBJECTS = wordSet(
  "we you i it the this that there they he she these those our your any anyone someone",
);

const NEGATION_REACH = 3;
const SUPPOSITION_REACH = 12;

/** Whether a sentence asks: by its mark, or by how it begins where people leave the mark out. */
export function isQuestion(sentence: string, tokens: Tokens, places: readonly number[]): boolean {
  const end = sentence.trimEnd();
  if (endsAsking(end)) return true;
  if (end.endsWith(":") || end.endsWith(".") || end.endsWith("!")) return false;
  const first = tokens.hashes[places[0] ?? 0];
  const second = tokens.hashes[places[1] ?? 0];
  if (first === undefined || second === undefined || places.length < 3) return false;
  return QUESTION_WORDS.has(first) || (AUXILIARIES.has(first) && SUBJECTS.has(second));
}

function endsAsking(sentence: string): boolean {
  let at = sentence.length - 1;
  while (at > 0 && "\"'”’)]»」』*`".includes(sentence[at] ?? "")) at--;
  return sentence[at] === "?" || sentence[at] === "？";
}

/** How the words from `token` on stand in their sentence. */
export function modalityAt(tokens: Tokens, token: number, asked: boolean): Modality {
  if (tokens.quoted[token] === 1) return Modality.Quoted;
  if (asked) return Modality.Asked;
  let words = 0;
  for (let i = token - 1; i >= 0 && words < SUPPOSITION_REACH; i--) {
    const kind = tokens.kinds[i];
    if (kind === TokenKind.Mark) {
      if (isClauseEnd(tokens, i)) words += NEGATION_REACH;
      continue;
    }
    const hash = tokens.hashes[i] as number;
    if (words < NEGATION_REACH && NEGATIONS.has(hash)) return Modality.Negated;
    if (SUPPOSERS.has(hash)) return Modality.Supposed;
    if (words < NEGATION_REACH && WOULD.has(hash)) return Modality.Supposed;
    words++;
  }
  return Modality.Plain;
}

function isClauseEnd(tokens: Tokens, token: number): boolean {
  const sign = tokens.text[tokens.starts[token] as number];
  return sign === "," || sign === ";" || sign === ":" || sign === "—" || sign === "–" || sign === "(";
}
