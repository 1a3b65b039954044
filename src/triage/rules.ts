// The rules of triage: for each category, the sentences that it accepts, and the features that make a score.
import type { TriageCategory } from "../base/triage_types.ts";
import type { CueName, LanguageCode } from "./cues/languages.ts";
import { type Choice, isDescribed, pickByName, questionOf } from "./options.ts";
import {
  beginsWith,
  CLAUSE_ENDS,
  contentWordsOf,
  lengthOf,
  type Passage,
  type Reading,
  type Sentence,
  sentenceSays,
} from "./reading.ts";
import { LASTS } from "./ask.ts";
import standing from "./standing_words.json" with { type: "json" };
import { afterInTurn, isDone, type Step } from "./steps.ts";
import { isContentWord, TokenKind, TRAITS } from "./tokens.ts";

export interface Statement {
  readonly sentence: Sentence;
  readonly passage: Passage;
  readonly role: Reading["role"];
  readonly steps: readonly Step[];
  readonly step: number; // the index in `steps` of the message with the sentence
  /** The agent's option that the user chooses with the sentence. */
  readonly pick: Choice | undefined;
  /** True if no later message of the turn has text. */
  readonly isLast: boolean;
}

/** Adds its weight to the score of a statement that passes the test. People see the name as a reason of the score. */
type Feature = readonly [name: string, weight: number, test: (statement: Statement) => boolean];

type CategoryRules = Readonly<{ accepts: (statement: Statement) => boolean; features: readonly Feature[] }>;

const says = (...cues: readonly CueName[]) => ({ sentence }: Statement) => sentenceSays(sentence, ...cues);
const labelled = (...labels: readonly CueName[]) => ({ sentence: { label } }: Statement) =>
  label !== undefined && labels.includes(label);
const isNamed = (one: Statement) => pickByName(one) !== undefined;

/** A score is the sum of weights, at most `HIGHEST_SCORE`. They were chosen by reading real sessions. From 0.6 on (by default) a stop asks. */
export const RULES: Readonly<Record<TriageCategory, CategoryRules>> = {
  PREFERENCE: {
    accepts: isRule,
    features: [
      ["the user states a rule", 0.95, () => true],
      ["it may be no rule", -0.4, isDoubtful],
      ["it may be about the product, a list, or another's words", -0.25, isUncertain],
      ["in a long message", -0.4, (one) => isLong(one) && !closesWithIt(one)],
      ["closes a long message", -0.1, (one) => isLong(one) && closesWithIt(one)],
    ],
  },
  RUNBOOK: {
    accepts: isCause,
    features: [
      ["the cause is stated directly", 0.4, says("blamed")],
      ["has a label such as “Cause:”", 0.3, labelled("cause")],
      ["a fix is named", 0.1, (one) => says("fixed")(one) || fixOf(one).length > 0],
      ["the turn ends with it", 0.15, ({ isLast }) => isLast],
      ["files change in its turn", 0.15, ({ steps, step }) => hasEdit(steps, step)],
      ["the work is done", 0.1, ({ steps, step, passage }) => isDone(steps, step, passage)],
      ["names things in code", 0.1, ({ sentence }) => hasKind(sentence, TokenKind.Code, TokenKind.Name)],
      ["the work goes on after it", -0.15, (one) => !one.isLast && PRELIMINARY.test(one.sentence.text)],
      ["it is a guess", -0.4, (one) => says("guess")(one) || hedges(one)],
      ["the next step is announced", -0.3, ({ sentence }) => beginsWith(sentence, "narration")],
      ["it still fails", -0.3, says("stillOpen")],
      ["names next to nothing", -0.4, saysLittle],
    ],
  },
  DECISION: {
    accepts: isChoice,
    features: [
      ["takes an option", 0.3, ({ pick }) => pick !== undefined],
      ["answers a question", 0.2, (one) => isNamed(one) && questionOf(one.pick!) !== undefined],
      ["the option says what it means", 0.15, (one) => isNamed(one) && isDescribed(one.pick!.option)],
      ["the question is about the next step", -0.4, isNextStep],
      ["a choice is stated in full", 0.3, ({ sentence }) => isFullChoice(sentence)],
      ["something is adopted", 0.3, says("adopted")],
      ["a reason is given", 0.1, says("reason")],
      ["an alternative is named", 0.1, says("over", "rejected")],
      ["the user says so", 0.1, ({ role }) => role === "user"],
    ],
  },
  CONSTRAINT: {
    accepts: says("unsupported", "limit", "policy"),
    features: [
      ["has a label such as “Limit:”", 0.65, labelled("limit")],
      ["something is not possible", 0.2, says("unsupported")],
      ["something is not supported", 0.15, ({ sentence }) => NOT_SUPPORTED.test(sentence.text)],
      ["a limit is named", 0.25, (one) => says("limit", "policy")(one) && !says("unsupported")(one)],
      ["says that one cannot do it", 0.15, ({ sentence }) => BAN.test(sentence.text)],
      ["names a number", 0.15, ({ sentence }) => hasKind(sentence, TokenKind.Number)],
      ["says why, or what follows", 0.15, (one) => says("reason")(one) || SO.test(one.sentence.text)],
      ["it is a guess", -0.3, (one) => says("guess", "supposed")(one) || hedges(one)],
    ],
  },
  TECH_DEBT: {
    accepts: says("deferred", "workaround", "leftAsIs"),
    features: [
      ["has a label such as “TODO:”", 0.35, labelled("deferred", "workaround")],
      ["work is put off", 0.3, says("deferred")],
      ["a workaround stays", 0.15, says("workaround", "leftAsIs", "missing")],
      ["the user says so", 0.1, ({ role }) => role === "user"],
      ["the next step is announced", -0.3, says("narration")],
    ],
  },
};

/** Matches "I decided on Redis", but not "Let's do it". */
const CHOICE =
  /\b(?:(?:i|we|i've|we've|team|have|was|were|been) (?:chose|chosen|decided|picked|selected|opted|settled|agreed|went with)|won because)\b/i;
/** Matches "one cannot" and "it cannot", but not "I can't find it". */
const BAN = /\b(?:we|you|one|it) (?:can'?t|cannot|can not|must not|may not)\b/i;
const NOT_SUPPORTED =
  /\b(?:not supported|unsupported|(?:does|do|did)(?:n'?t| not) (?:support|allow|accept)|only (?:allows?|supports?|accepts?)|not (?:allowed|permitted|possible))\b/i;
const SO = /, so |; so |, weshalb |, donc |, así que /;
const DOUBTS = ["pending", "guess", "reported", "supposed", "stillOpen", "paidOff", "once"] as const;

/** Returns true for a choice with its reason, or with a label such as "Decision:". */
function isFullChoice(one: Sentence): boolean {
  if (one.isQuestion || sentenceSays(one, ...DOUBTS)) return false;
  return one.label === "adopted" ||
    (sentenceSays(one, "adopted", "agreed") && sentenceSays(one, "reason") && CHOICE.test(one.text));
}

function isChoice({ sentence, role, pick }: Statement): boolean {
  if (pick !== undefined || isFullChoice(sentence)) return true;
  return !sentence.isQuestion && sentenceSays(sentence, "adopted") &&
    (role === "user" || sentenceSays(sentence, "over", "rejected"));
}

/** Matches questions about the next step, whose answers decide nothing that lasts. */
const NEXT_STEP =
  /\b(?:next|proceed|continue|go ahead|ready|would you like|do you want|want me to|shall i|should i|work on|scope|this todo|commit|push|merge|retry)\b/i;
/** Matches the beginning of options that mostly only give or refuse permission. */
const PERMISSION =
  /^(?:yes|no|ok|okay|sure|skip|continue|proceed|approve|accept|cancel|done|later|none|you decide|let me|claude)\b/i;

function isNextStep({ pick }: Statement): boolean {
  if (pick === undefined) return false;
  const asked = questionOf(pick)?.sentences.map(({ text }) => text).join(" ") ?? "";
  return NEXT_STEP.test(asked) ||
    pick.option.sentences.some(({ text }) => PERMISSION.test(text) || text.endsWith("?"));
}

/** The fewest words of a fix, and of most rules without a label. */
const FEWEST_WORDS = 4;
const FEWEST_WORDS_OF_WISH = 3; // or of a rule that ends with "always", or stands before "Remember that."
/** Matches what may stand before a wish: "also", "by the way", a few words and a colon, or "in this repo". */
const OPENING =
  /^(?:(?:and|but|also|ok|okay|great|good|nice|cool|perfect|sure|thanks|so|please|actually|for the record),? |(?:by the way|btw|fyi|oh|hey|well|just so you know|(?:one more|another) thing|übrigens|nebenbei|ach(?: ja)?|noch (?:et)?was)[,:]? (?!I\b)|[\w' ]{2,24}: |(?:in|for|across) (?:this|our|my|all|any|every) (?:[\w-]+ ){0,4}?(?:repo|repository|project|codebase|code|app|team),? )+/i;
const WISH = // matches how a wish begins
  /^(?:(?:i|we) )?(?:never|always)\b|^(?:only ever|stop (?:using|adding|writing|putting)|(?:i|we) (?:prefer|don'?t like|dislike|hate)) /i;
const { no_wish: noWish } = standing;
/** Matches what looks like a wish but is about the current matter, or a statement of fact: "I always get lost". */
const NO_WISH = new RegExp(`^(?:${noWish.first.join("|")})|${noWish.anywhere.join("|")}`, "i");
/** Matches words that make any sentence a rule; not "The API must never …", not "Every time you click, it fails". */
const MAKES_RULE = new RegExp(`\\b(?:${standing.makes_rule.join("|")})`, "i");
const QUOTED = /"[^"]*"|“[^”]*”|(?<!\w)'[^']*'(?!\w)/g;
/** Words that make a rule of their own sentence, or of the one before: "Remember that." */
const STANDING = `${standing.before}(?:${standing.words.join("|")})${standing.after}`;
const POINTER = new RegExp(`^${STANDING}`, "i"); // matches a sentence of such words alone
/** Matches a sentence that ends with such words: "…, always". */
const ENDING = new RegExp(`[,;:\u2013\u2014] ?${STANDING}`, "i");
const REPORT = // matches what tells a fact or something past, and no rule
  /^(?:it|that|this|they|there|das|es|ça|cela|eso|esto)\b|\b(?:i|we|you|he|she|it|they) (?:\w+(?<![fps]e|emb)ed|was|were|did|had|got|went|said)\b/i;

/** Matches a request to remember something, in the form of a question. */
const REMEMBER =
  /^(?:(?:can|could) you|k(?:a|ö)nn(?:te)?st du) .{0,12}(?:remember (?:to|that)|merken,? dass)\b/i;
/** Matches what the team's product may do, not its work: "From now on we ship to Canada", but not "we use pnpm". */
const OURS =
  /^(?!.*\b(?:use|write|commit|benutzen|verwenden|nutzen|schreiben|utilis\w+|usamos)\b).*\b(?:we|wir|nous|(?:désormais|dorénavant|maintenant|avenir),? on|nosotros)\b/i;

function isRule(statement: Statement): boolean {
  const { sentence, role } = statement;
  // Few sentences pass this test and need the later patterns, which take a millisecond to compile.
  if (role !== "user" || !(soundsLikeRule(statement) || holdsRule(sentence))) return false;
  return toneOf(sentence) !== "fact" && !POINTER.test(sentence.text) &&
    !sentenceSays(sentence, "once", "thanks") && !NO_WISH.test(wishOf(sentence)) && !isHandedOver(statement);
}

function soundsLikeRule({ sentence, passage: { sentences } }: Statement): boolean {
  if (sentence.isQuestion) return false;
  if (sentence.label === "standing") return true;
  const text = sentence.text.replaceAll(QUOTED, "");
  const isReported = sentenceSays(sentence, "reported");
  const length = sentence.tokens.places.length;
  // "Bob said: never …" is Bob's wish. The opening of a reported sentence stays, so that `WISH` does not match.
  if (length >= FEWEST_WORDS_OF_WISH && WISH.test(isReported ? text : wishOf(sentence))) return true;
  if (length < FEWEST_WORDS_OF_WISH) return false;
  const isOpened = beginsWith(sentence, "ruled") || (LASTS.test(text) && isAddressed(sentence));
  if (length >= FEWEST_WORDS && (MAKES_RULE.test(text) || (isOpened && !REPORT.test(text)))) return true;
  const next = sentences[sentences.indexOf(sentence) + 1]?.text ?? "";
  return (ENDING.test(text) || POINTER.test(next)) && !REPORT.test(text) && !isReported &&
    !sentenceSays(sentence, "failed");
}

/** Returns true if a rule may stand inside a sentence. By default a note mentions it and no stop asks. */
function holdsRule(sentence: Sentence): boolean {
  if (sentence.isQuestion) return REMEMBER.test(sentence.text);
  return sentenceSays(sentence, "ruled") && !sentenceSays(sentence, "failed", "stillOpen") &&
    isAddressed(sentence) && !REPORT.test(sentence.text);
}

/** Returns true if somebody is addressed in the clause of the lasting word, or in a clause to which it belongs. */
function isAddressed(sentence: Sentence): boolean {
  const clause = lastingClause(sentence);
  // In "For CI, please use pnpm, always", the word begins its clause, and any address before it counts. Otherwise only
  // an address at the sentence's start counts, as in "Please, before you commit, always run the tests".
  return clause.includes("A") || (clause.startsWith("§") ? /A.*§/ : /^A/).test(shapeOf(sentence));
}

/** Returns the shape of the clause with the first lasting word; without such a word, that of the sentence. */
function lastingClause(sentence: Sentence): string {
  const shape = shapeOf(sentence);
  // In "From now on, use pnpm", the comma ends no clause.
  return shape.replace(/(?<=§A*),/, "").split(",").find((clause) => clause.includes("§")) ?? shape;
}

/** The verb forms, by language, of facts that may follow a lasting word: "always crashes", "nie kommt". */
const THIRD_PERSON: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  // A stem has a vowel, unlike that of "bring" and "string".
  en: /^(?!(?:as|its|always|yes|ours|yours|lets|vs|perhaps|alias)$)(?:[a-z]+[^suiy]s|.*[aeiouy].*ing)$/,
  de: /^(?!(?:gilt|sofort|dort|überhaupt|recht|oft|echt|leicht)$)[a-zäöüß]+[bdefghlmpr]t$/,
  es: /^$/, // no form, but `toneOf` looks for facts in this language
  fr: /^$/,
};
/** Matches the word or mark after a noun in a rule without a verb, or nothing: "always tabs in Go", "never mocks". */
const AFTER_NOUN = /^(?:and|or|for|over|not|instead|never|in|with|without|only|\W?)$/;

/**
 * Returns a letter for each word: `§` the first lasting words (cue `ruled`), `A` an address, `K` a command, `F` a
 * finite verb, `S` a subject, `V` a verb in the third person, `I` an infinitive, `C` another content word, `s` a small
 * word; `,` ends a clause.
 */
function shapeOf({ tokens: { all, places }, cues, language = "en", text }: Sentence): string {
  const lasting = cues.filter(({ cue }) => cue === "ruled").sort((a, b) => a.from - b.from);
  const [hit = { from: -1, words: 0 }] = lasting;
  return all.map((token, i) => {
    if (token.kind === TokenKind.Mark) return CLAUSE_ENDS.includes(token.text) ? "," : "";
    const begins = (name: CueName) => cues.some(({ cue, from }) => cue === name && from === i);
    const address = begins("addressed") ? "A" : "";
    const order = begins("command") && (i !== hit.from || i === places[0]) ? "K" : "";
    if (i >= hit.from && i < hit.from + hit.words) return i === hit.from ? `§${address || order}` : address;
    const isLower = text.includes(` ${token.text}`);
    const isVerb = isLower && THIRD_PERSON[language]?.test(token.text) &&
      (language === "de" ? isContentWord(token) : !AFTER_NOUN.test(all[i + 1]?.text ?? ""));
    if (address !== "" || order !== "") return address || order;
    if ((token.traits & TRAITS.finite) !== 0) return "F";
    if ((token.traits & TRAITS.subject) !== 0 && token.text !== "i") return "S";
    if (isVerb) return "V";
    return !isContentWord(token) ? "s" : isLower && /[a-zäöüß](?:en|ern|eln)$/.test(token.text) ? "I" : "C";
  }).join("");
}

/** Matches verbs of obligation, which rules for the work may have, too: "Secrets dürfen nie ins Repo." */
const OUGHT = /\b(?:must|should|shall|ha(?:s|ve) to|soll\w*|muss|müssen|darf|dürfen|deben?|doi(?:ven)?t)\b/i;

/**
 * Tells if a sentence with lasting words is a request to the agent or the team, or a fact: in a fact, they have a
 * subject with a verb, or follow a noun ("Tests always"). "open": neither. In languages without a row in
 * `THIRD_PERSON`, only the cue `told` tells a fact.
 */
function toneOf(sentence: Sentence): "request" | "fact" | "open" {
  const { language = "en", text } = sentence;
  if (sentenceSays(sentence, "told")) return "fact";
  const clause = lastingClause(sentence);
  const isRequest = isAddressed(sentence) || /^s*K/.test(shapeOf(sentence)) || /^(?:[^F]*§)?s*K/.test(clause);
  if (THIRD_PERSON[language] === undefined || isRequest) return "request";
  const isFact = language === "de" ? /F.*§|§.*F|§V/ : /^S.*§|F.*§|§F|^s*§S|§V/;
  const isHabit = /[CVI].*§/.test(clause) && /\b(?:always|never)\b/i.test(text) && !LASTS.test(text);
  if (isFact.test(clause) || isHabit) return OUGHT.test(text) ? "open" : "fact";
  const isCommand = language === "de"
    ? clause.endsWith("I")
    : /\b(?:on|forward|future),? (?:always|never) [a-z]+(?<!s)\b/i.test(text);
  return isCommand ? "request" : "open";
}

/** Matches a ban without a verb. It may be a report: "Ab jetzt keine Meldung mehr." */
const VERBLESS = / (?:no|only|kein|keine|keinen|nur|ohne|plus|aucune?|sin|nada) /i;

/** Returns true if a sentence may as well tell a fact or a wish for the program, or has the words of a rule inside it. */
function isDoubtful(one: Statement): boolean {
  const { sentence, sentence: { language, text } } = one;
  if (!soundsLikeRule(one) || hedges(one)) return true;
  if (toneOf(sentence) !== "open") return false;
  if (!LASTS.test(text)) return OUGHT.test(text) && lastingClause(sentence).includes("F");
  return !VERBLESS.test(text) && (language !== undefined || shapeOf(sentence).includes("F"));
}

/**
 * Returns true if a rule that lasts may be one of the product or of another person, or if the content of a rule is a list.
 * By default, a stop asks about such a rule, but its score is too low to save it without an ask.
 */
function isUncertain(one: Statement): boolean {
  const { sentence, sentence: { text } } = one;
  return text.endsWith(":") ||
    (LASTS.test(text) && !isDoubtful(one) &&
      (isIntroduced(one) || OURS.test(text) || namesNothing(sentence) || toneOf(sentence) !== "request"));
}

/** Returns true for a rule that is not understood without the sentence before: "Please do that from now on." */
function namesNothing(sentence: Sentence): boolean {
  const rest = sentence.text.replace(LASTS, "").toLowerCase();
  return !contentWordsOf(sentence).values().some((word) => rest.includes(word)) &&
    !hasKind(sentence, TokenKind.Cjk);
}

/** Matches what may stand before words that the user only repeats: a colon, or a verb of saying before a rule. */
const INTRODUCES =
  /[:\uff1a](?:\s|$)|\b(?:says?|saying|said|writes|wrote)\b.*\b(?:always|never|from now on)\b/i;

/** Returns true for an item of a list, or for words that the message may only repeat. */
function isIntroduced({ sentence, passage, steps, step }: Statement): boolean {
  const before = [
    ...steps[step]!.reading.passages.slice(0, passage.index).flatMap(({ sentences }) => sentences),
    ...passage.sentences.slice(0, passage.sentences.indexOf(sentence)),
  ];
  return passage.kind === "item" || INTRODUCES.test(sentence.text) ||
    before.some(({ text }) => INTRODUCES.test(text) || HANDS_OVER.test(text));
}

/** Matches what stands before the colon if a text by or for somebody else follows. */
const HANDS_OVER =
  /^(?:(?:please|now|then|(?:can|could) you) )*(?:review|translate|rewrite|rephrase|proofread|summari[sz]e|draft|write|quote)\b|^here(?:'s| is| are) (?!.*\b(?:rule|convention|preference|guideline|I want))|(?<!\bI(?: \w+)?) (?:says?|said|wrote|writes)$/i;

/** Returns true for a sentence of a text that the user hands over: "Translate into German: Never open the case." */
function isHandedOver({ sentence, passage, steps, step }: Statement): boolean {
  const handsOver = ({ text }: Sentence) =>
    text.includes(":") && HANDS_OVER.test(text.slice(0, text.indexOf(":")));
  const lasts = LASTS.test(sentence.text);
  // A rule that lasts may follow the handed-over text in the same passage: "Translate: hello. From now on …"
  const own = lasts ? [sentence] : passage.sentences.slice(0, passage.sentences.indexOf(sentence) + 1);
  if (own.some(handsOver)) return true;
  const before = steps[step]!.reading.passages.slice(0, passage.index);
  const start = before.findIndex(({ sentences }) => sentences.some((one) => one.isOpening && handsOver(one)));
  // After a list that was handed over, the user may go on in words of their own.
  const isOwn = passage.kind === "prose" && lasts &&
    before.slice(start + 1).some(({ kind }) => kind === "item");
  return start >= 0 && !isOwn;
}

const wishOf = ({ text }: Sentence) => text.replace(OPENING, "");

const LONGEST_RULE = 70; // a message with more words is likely a task or a paste, and no rule

function isLong({ steps, step }: Statement): boolean {
  return steps[step]!.reading.passages.reduce((words, one) => words + lengthOf(one), 0) > LONGEST_RULE;
}

/** Returns true for a lasting rule in the last paragraph, which is more likely the user's own words than a paste. */
function closesWithIt({ sentence, sentence: { text }, passage: { kind, index }, steps, step }: Statement) {
  return kind === "prose" && index === steps[step]!.reading.passages.length - 1 && LASTS.test(text) &&
    !OURS.test(text) && toneOf(sentence) === "request";
}

function isCause({ sentence, role, passage }: Statement): boolean {
  const { isQuestion, label, text } = sentence;
  return role === "assistant" && !isQuestion && passage.kind !== "heading" &&
    !/[:：][^\w\u00c0-\u1fff\u3040-\ud7ff]*$/.test(text) &&
    (label === "cause" || sentenceSays(sentence, "blamed"));
}

/** Returns the sentences that name a fix, in the rest of the cause's passage and in the next one. */
export function fixOf({ sentence, passage, step, steps }: Statement): readonly Sentence[] {
  const { passages } = steps[step]!.reading;
  const after = [
    ...passage.sentences.slice(passage.sentences.indexOf(sentence) + 1),
    ...passages[passage.index + 1]?.sentences ?? [],
  ];
  return after.filter((one) =>
    !one.isQuestion && (one.label === "fixed" || beginsWith(one, "fixed")) &&
    one.tokens.places.length >= FEWEST_WORDS
  );
}

function hasEdit(steps: readonly Step[], step: number): boolean {
  const start = Math.max(0, steps.findLastIndex(({ beginsTurn }, i) => i <= step && beginsTurn));
  return [...steps.slice(start, step + 1), ...afterInTurn(steps, step)].some((one) => one.hasEdit);
}

/** Matches a preliminary finding, which the next step may correct. */
const PRELIMINARY = /\b(?:issue|problem|error|bug) is\b/i;

function hedges({ sentence: { tokens: { all } } }: Statement): boolean {
  return all.some(({ traits }) => (traits & TRAITS.weakens) !== 0);
}

const FEWEST_CONTENT_WORDS = 4;

/** Returns true if a cause explains nothing ("Found the root cause!"), in scripts with blanks between words. */
function saysLittle({ sentence }: Statement): boolean {
  return contentWordsOf(sentence).size < FEWEST_CONTENT_WORDS && !hasKind(sentence, TokenKind.Cjk);
}

function hasKind({ tokens: { all } }: Sentence, ...kinds: readonly TokenKind[]): boolean {
  return all.some(({ kind }) => kinds.includes(kind));
}
