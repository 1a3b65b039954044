import { phrased } from "./prediction_phrases.ts";

/** A sentence that leaves it open, or asks. */
const OPEN =
  /\b(?:either way|no idea|not sure|unsure|unclear|hard to say|don't know|do not know|let's see|(?:we'll|we will) see(?: if| whether| what| how|$|[.!]$)|whether|pass(?:es)? or fails?|fails? or pass(?:es)?|pass(?:es)?,? or (?:\S+ ){1,3}fails?|fails?,? or (?:\S+ ){1,3}pass(?:es)?|^\s*either\s.*\sor\s.*|50\/50(?! (?:times|runs))|which (?:of the )?(?:tests?|ones?) (?:fails?|pass(?:es)?)|fifty-fifty|anyone's guess)\b/;
/** "If it is the lock, they pass; otherwise they fail": both are said. */
const FORK =
  /\bif\b[^.!?\n]{1,200}\b(?:pass\w*|green|works?|builds?|compiles|fail\w*|errors?|red|breaks?|hangs?)\b[^.!?\n]{0,80}\b(?:otherwise|else|if not)\b[^.!?\n]{0,60}\b(?:pass\w*|green|works?|compiles|fail\w*|errors?|red|breaks?|hangs?)\b/g;
/** A clause that only holds a possibility. */
const PERHAPS =
  /\b(?:might|may|maybe|perhaps|possibly|could(?! not|n't)|vielleicht|peut-être|quizás?|talvez|forse|może)\b/;
const ELSE =
  /^(?:otherwise|else|or else|if not|if it does(?:n't| not)|if this does(?:n't| not)|if that does(?:n't| not)|sonst|sinon|si no|de lo contrario|senão|altrimenti|иначе)\b/;
const CONDITION =
  /^(?:whereas|unlike|if|when|once|after|before|because|since|as long as|assuming|although|though|even though|despite|given|unless|until|while|without (?:it|this|that|the)|wenn|weil|falls|nachdem|si|quand|parce que|porque|cuando|se|quando|если|когда|jeśli|als)\s/;
/** What follows within a clause gives its reason or its condition. */
const TAIL =
  /(?<!surprised|wonder|see|check)\s(?:if|because|since|when|once|after|until|unless|as long as|assuming|given that|due to|thanks to|by(?! (?:itself|themselves|now|then|far|default)\b)|weil|wenn|parce que|porque|cuando|quando|если|потому что)\s.*$/;
const NOW =
  /\b(?:currently|previously|right now|so far|at the moment|until now|used to|last run|this morning|yesterday|last week|went|was|were|has been|have been|today|aujourd'hui|aktuell|bisher|derzeit|actuellement|actualmente|сейчас)\b/;

/** It speaks of the run to come, where others in the same prediction speak of a later one. */
const FOR_NOW = /\b(?:for now|for the moment|for the time being|as things stand)\b/;
const HERE = /\b(?:locally|on my machine|in my sandbox)\b/;
const ELSEWHERE = /\b(?:in|on) (?:the )?(?:ci|production|prod|staging)\b/;

/** A part of a prediction that states something. */
export interface Clause {
  readonly words: readonly string[];
  /** It says how things were before the action, or are at another time or place than those of the run to come. */
  readonly isPast: boolean;
}

/** A prediction as it is read. */
export interface Prediction {
  /** As far as it is a prediction. */
  readonly text: string;
  readonly clauses: readonly Clause[];
}

/** More is no prediction any more. */
const MAX_UNITS = 4000;

/** Reads a prediction once for all that is asked of it. */
export function readPrediction(text: string): Prediction {
  const own = text.slice(0, MAX_UNITS);
  return { text: own, clauses: clausesOfPrediction(own) };
}

/** What a prediction states, without its conditions, reasons, questions and mere possibilities. Linear in its length. */
function clausesOfPrediction(text: string): Clause[] {
  const said: string[] = [];
  for (const sentence of sentencesOf(phrased(text).replace(FORK, " "))) {
    if (OPEN.test(sentence)) continue;
    for (const part of partsOf(sentence)) {
      if (ELSE.test(part)) break;
      const own = part.replace(TAIL, "");
      if (!PERHAPS.test(own)) said.push(own);
    }
  }
  const isNowSaid = said.some((one) => FOR_NOW.test(one));
  const isHereSaid = said.some((one) => HERE.test(one));
  return said.map((one) => ({
    words: wordsIn(one),
    isPast: (NOW.test(one) && !/(?<!right )\bnow\b/.test(one)) || (isNowSaid && !FOR_NOW.test(one)) ||
      (isHereSaid && ELSEWHERE.test(one) && !HERE.test(one)),
  }));
}

/** Without those that ask. */
function sentencesOf(text: string): string[] {
  return (text.match(/[^.!?;\n]+(?:[.!?;\n]+(?=\S)[^.!?;\n]+)*[.!?;\n]*/g) ?? []).filter((sentence) =>
    !sentence.trimEnd().endsWith("?")
  );
}

/** Clauses; one that begins with a condition and has no statement of its own is left out where others follow. */
function partsOf(sentence: string): string[] {
  const parts = sentence.split(
    /[,;:()\u2014\n]\s|\s[-\u2013]+\s|\s(?:but|whereas|yet|aber|mais|pero|mas|ma|но|ale|then)\s|\s(?:and|so|therefore|hence)\s(?=(?:the|it|all|this|that|both|every|each|no|tests?|pytest|then)\s)/,
  ).map((part) => part.replace(/^\s*(?:(?:and|then|but|so)\s+)*/, "").trim()).filter((part) => part !== "");
  const stated = parts.filter((part) => !CONDITION.test(part));
  return stated.length === 0 ? parts : stated;
}

function wordsIn(clause: string): string[] {
  return clause.split(/[\s"`()\[\]{}<>«»“”„*]+/)
    .map((word) => word.replace(/^[('.:]+|[.,;:!?')]+$/g, ""))
    .flatMap((word) =>
      word.startsWith("n'") || word.startsWith("l'") || word.startsWith("d'") ? word.slice(2) : word
    )
    .filter((word) => word !== "");
}
