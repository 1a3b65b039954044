/**
 * Phrases that say in several words what one word says, in their order, on text in lower case. Each is looked for only
 * where one of its first column stands in the text: to compile all of them would cost a hook two milliseconds.
 */
const PHRASES: readonly (readonly [string, RegExp, string])[] = [
  ["’|ʼ", /[’ʼ]/g, "'"],
  ["up again|auf", /\b(?:shows?\s+up\s+again|tritt\s+(?:wieder|erneut)\s+auf)\b/g, " fails "],
  ["build ", /\bbuild\s+success(?:ful)?\b/g, " passes "],
  ["build ", /\bbuild\s+fail(?:ure|ed)\b/g, " fails "],
  ["red|from ", /\b(?:red\s*(?:->|→|to|=>)\s*green|from\s+(?:red|failing|fail|broken)\s+to)\b/g, " green "],
  ["green|from ", /\b(?:green\s*(?:->|→|to|=>)\s*red|from\s+(?:green|passing|pass)\s+to)\b/g, " red "],
  ["zero", /\bnon-?\s?zero(?:\s+exit)?(?:\s+(?:code|status))?/g, " fails "],
  [
    "exit|return|end",
    /\b(?:exit(?:s|ed)?|returns?(?=\s+(?:with\s+)?(?:exit|code|status))|ends?(?=\s+with))(?:\s+with)?(?:\s+(?:exit\s*)?(?:code|status))?(?:\s+of)?\s*[:=]?\s*0\b/g,
    " passes ",
  ],
  ["exit", /\bexit(?:s|ed)?(?:\s+with)?(?:\s+(?:code|status))?(?:\s+of)?\s*[:=]?\s*[1-9]\d*\b/g, " fails "],
  ["away", /\b(?:go|goes|going|went|gone)\s+away\b/g, " gone "],
  [
    "happen|occur|appear|show|recur|return|back",
    /\b(?:does not|doesn't|do not|don't|will not|won't|no longer|not|never)\s+(?:any\s+longer\s+)?(?:happens?|occurs?|appears?|shows?\s+up|recurs?|returns?|comes?\s+back)\b/g,
    " gone ",
  ],
  ["through", /\b(?:go|goes|come|comes|get|gets|run|runs)\s+(?:right\s+)?through\b/g, " passes "],
  ["clean", /\b(?:run|runs)\s+clean(?:ly)?\b/g, " passes "],
  [
    "blow|error|bail|out|fall|wrong|back",
    /\b(?:blows?\s+up|errors?\s+out|bails?\s+out|times?\s+out|falls?\s+over|goes\s+wrong|comes?\s+back)\b/g,
    " fails ",
  ],
  [
    "same|similar",
    /\b(?:same|similar)\s+(?:error|failure|exception|message|problem|result|way)\b/g,
    " fails ",
  ],
  [
    "persist|remain|stay|there",
    /\b(?:bug|errors?|failures?|problem|issue|exception|crash)\s+(?:(?:will|should)\s+)?(?:still\s+)?(?:persists?|remains?|stays?|(?:is|are|be)\s+still\s+there|be\s+there)\b/g,
    " fails ",
  ],
  ["hold", /\b(assertions?|tests?|checks?)\s+(?:(?:will|should|still)\s+)*holds?\b/g, " $1 passes "],
  ["error", /\b(will|should|would|must|to)\s+(?:still\s+)?error\b/g, " $1 fail "],
  ["difference", /\b(?:makes?|making)\s+no\s+difference\b/g, " fails "],
  ["reproduc", /\b(?:can(?:not|'t)|unable to|won't|not be able to)\s+(?:be\s+)?reproduced?\b/g, " passes "],
  [
    "reproduc|expose|reveal",
    /\b(?:reproduces?|exposes?|reveals?)\s+(?:the|this|that)\s+(?:bug|failure|error|crash|issue|problem)\b/g,
    " fails ",
  ],
  [
    "error |failure |exception ",
    /\b(?:error|failure|exception)\s+(?:message|messages|handling|handler|handlers|page|pages|text|code|codes|path|paths|case|cases|boundary|count|rate|class|classes|type|types|response|responses|log|logs)\b/g,
    " ",
  ],
  [
    "pass",
    /\b(?:passed|passing|pass)\s+(?:in|as|into|by|to|down|through|along)\s+(?:a|an|the|as|its)\b/g,
    " ",
  ],
  ["läuft|laufen|lief", /\b(?:läuft|laufen|lief(?:en)?)\b([^,;.]*)\bdurch\b/g, " durchläuft $1 "],
  ["work", /\bwork(?:s|ed|ing)?\s+on\b/g, " "],
];

/** A sentence that leaves it open, or asks. */
const OPEN =
  /\b(?:either way|no idea|not sure|unsure|unclear|hard to say|don't know|do not know|let's see|(?:we'll|we will) see(?: if| whether| what| how|$|[.!]$)|whether|pass or fail|fail or pass|50\/50|fifty-fifty|anyone's guess)\b/;
/** A clause that only holds a possibility. */
const PERHAPS =
  /\b(?:might|may|maybe|perhaps|possibly|could(?! not|n't)|vielleicht|peut-être|quizás?|talvez|forse|może)\b/;
const ELSE =
  /^(?:otherwise|else|or else|if not|if it does(?:n't| not)|if this does(?:n't| not)|if that does(?:n't| not)|sonst|sinon|si no|de lo contrario|senão|altrimenti|иначе)\b/;
const CONDITION =
  /^(?:if|when|once|after|before|because|since|as long as|assuming|although|though|even though|despite|given|unless|until|while|without (?:it|this|that|the)|wenn|weil|falls|nachdem|si|quand|parce que|porque|cuando|se|quando|если|когда|jeśli|als)\s/;
/** What follows within a clause gives its reason or its condition. */
const TAIL =
  /(?<!surprised|wonder|see|check)\s(?:if|because|since|when|once|after|until|unless|as long as|assuming|given that|due to|thanks to|by|weil|wenn|parce que|porque|cuando|quando|если|потому что)\s.*$/;
const NOW =
  /\b(?:currently|previously|so far|at the moment|until now|used to|was|were|today|bisher|derzeit|actuellement|actualmente|сейчас)\b/;

/** A part of a prediction that states something. */
export interface Clause {
  readonly words: readonly string[];
  /** It says how things were before the action. */
  readonly isPast: boolean;
}

/** What a prediction states, without its conditions, reasons, questions and mere possibilities. Linear in its length. */
export function clausesOfPrediction(text: string): Clause[] {
  const clauses: Clause[] = [];
  for (const sentence of sentencesOf(phrased(text))) {
    if (OPEN.test(sentence)) continue;
    for (const part of partsOf(sentence)) {
      if (ELSE.test(part)) break;
      const said = part.replace(TAIL, "");
      if (!PERHAPS.test(said)) {
        clauses.push({ words: wordsIn(said), isPast: NOW.test(said) && !/\bnow\b/.test(said) });
      }
    }
  }
  return clauses;
}

function phrased(text: string): string {
  return PHRASES.reduce(
    (done, [signs, pattern, words]) =>
      signs.split("|").some((sign) => done.includes(sign)) ? done.replace(pattern, words) : done,
    text.toLowerCase(),
  );
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
