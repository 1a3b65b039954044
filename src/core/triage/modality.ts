import { TokenKind } from "./token_kind.ts";
import type { Tokens } from "./tokens.ts";
import type { Word } from "./word.ts";
import { Trait } from "./word_traits.ts";

/** How a phrase stands in its sentence; all but `Plain` make it a counter-cue. */
export const Modality = { Plain: 0, Negated: 1, Asked: 2, Supposed: 3, Quoted: 4 } as const;
export type Modality = (typeof Modality)[keyof typeof Modality];

export const MODALITY_NAMES: readonly string[] = ["", "negated", "asked", "only supposed", "quoted"];

const NEGATION_REACH = 3;
const SUPPOSITION_REACH = 12;

/** Whether a sentence asks: by its mark, or by how it begins where people leave the mark out. */
export function isQuestion(sentence: string, { all, places }: Tokens): boolean {
  const last = sentence[sentence.length - 1] as string;
  if (last === ":" || last === "." || last === "!") return false;
  if (last === "?" || (CLOSERS.includes(last) && endsAsking(sentence))) return true;
  if (ASKING_END.test(sentence)) return true;
  if (places.length < 3) return false;
  const first = (all[places[0] as number] as Word).traits;
  const second = (all[places[1] as number] as Word).traits;
  return (first & Trait.Asks) !== 0 || ((first & Trait.Auxiliary) !== 0 && (second & Trait.Subject) !== 0);
}

/** Words that ask by standing last, in Chinese and Japanese, where people leave the mark out as well. */
const ASKING_END = /(?:[\u5417\u55ce\u5462]|\u4ec0[\u4e48\u9ebc]|[\u3059\u305f]\u304b)$/;

const CLOSERS = "\"'\u201d\u2019)]\xbb\u300d\u300f*`\uff1f";

function endsAsking(sentence: string): boolean {
  let at = sentence.length - 1;
  while (at > 0 && CLOSERS.includes(sentence[at] as string) && sentence[at] !== "\uff1f") at--;
  return sentence[at] === "?" || sentence[at] === "\uff1f";
}

const NEGATES_OR_SUPPOSES = Trait.Negates | Trait.Weakens | Trait.Supposes;

/** How the words from `token` on stand in their sentence. */
export function modalityAt({ all, quoted }: Tokens, token: number, asked: boolean): Modality {
  if (quoted?.[token] === true) return Modality.Quoted;
  if (asked) return Modality.Asked;
  let words = 0;
  let isOneClause = true;
  for (let i = token - 1; i >= 0 && words < SUPPOSITION_REACH; i--) {
    const word = all[i] as Word;
    if (word.kind === TokenKind.Mark) {
      if (CLAUSE_ENDS.includes(word.text)) {
        words += NEGATION_REACH;
        isOneClause = false;
      }
      continue;
    }
    const traits = word.traits & NEGATES_OR_SUPPOSES;
    if (traits !== 0) {
      const isNear = words < NEGATION_REACH || (isOneClause && word.form === "nothing");
      if (isNear && (traits & Trait.Negates) !== 0) return Modality.Negated;
      if ((traits & Trait.Supposes) !== 0 || (isNear && (traits & Trait.Weakens) !== 0)) {
        return Modality.Supposed;
      }
    }
    words++;
  }
  return Modality.Plain;
}

const CLAUSE_ENDS = ",;:\u2014\u2013(";
