import { denseExpectations } from "./dense_expectation.ts";
import { isDeniedBefore, isDeniedBehind, NOUN } from "./prediction_denials.ts";
import { type Clause, type Prediction, readPrediction } from "./prediction_clauses.ts";
import {
  BUILD_WORD,
  englishEvent,
  eventWord,
  NEGATOR,
  OTHER_NEGATOR,
  QUANTIFIER,
  TEST_WORD,
} from "./prediction_words.ts";
import { agreed, isShort } from "./two_readers.ts";
import { likelihoodsOf } from "./second_reader.ts";

/** What a run is expected to come to. */
export type Expectation = "pass" | "fail" | "unclear";

type Side = "pass" | "fail";
type EventOf = typeof eventWord;

interface Claim {
  readonly expects: Side;
  readonly isWeak: boolean;
  /** How things were, or a failing test as a thing: gives way to anything else. */
  readonly isBackground: boolean;
  /** Speaks of a part of the run: "2 tests fail", "all but one pass". */
  readonly isPartial: boolean;
  readonly about: "tests" | "builds" | "both";
}

/**
 * What a prediction expects of a run of this kind. Where it speaks of both, the part about this kind counts; where it
 * contradicts itself, leaves the question open or speaks of something else, it is unclear: no answer is better than
 * the wrong one.
 */
export function expectationOf(prediction: string, kind?: "tests" | "builds"): Expectation {
  return expectationIn(readPrediction(prediction), kind);
}

/** The same of one that has been read: by the rules, and by a second reader who knows words and no grammar. */
export function expectationIn(prediction: Prediction, kind?: "tests" | "builds"): Expectation {
  const ruled = ruledExpectation(prediction, kind);
  if (isShort(prediction.text)) return ruled;
  return agreed(ruled, likelihoodsOf(prediction.text, kind));
}

/** What the rules alone make of it. */
export function ruledExpectation({ text, clauses }: Prediction, kind?: "tests" | "builds"): Expectation {
  const english = clauses.flatMap((clause) => claimsOf(clause, englishEvent));
  const isEnglish = english.some(({ isWeak }) => !isWeak);
  const said = isEnglish ? english : clauses.flatMap((clause) => claimsOf(clause, eventWord));
  const claims = [...said, ...denseClaims(text)];
  const onTopic = kind === undefined
    ? claims
    : claims.filter(({ about }) => about === "both" || about === kind);
  return settle(strongest(onTopic));
}

function denseClaims(text: string): Claim[] {
  return denseExpectations(text).map((expects) => ({
    expects,
    isWeak: false,
    isBackground: false,
    isPartial: false,
    about: "both",
  }));
}

function strongest(claims: readonly Claim[]): readonly Claim[] {
  const stated = claims.some(({ isBackground }) => !isBackground)
    ? claims.filter(({ isBackground }) => !isBackground)
    : claims;
  return stated.some(({ isWeak }) => !isWeak) ? stated.filter(({ isWeak }) => !isWeak) : stated;
}

/** A run of which a part fails, fails. */
function settle(claims: readonly Claim[]): Expectation {
  const sides = new Set(claims.map(({ expects }) => expects));
  if (sides.size === 1) return claims[0]?.expects ?? "unclear";
  if (sides.size === 0) return "unclear";
  return claims.some(({ isPartial }) => isPartial) ? "fail" : "unclear";
}

/** The claims of one clause, in their order. */
function claimsOf({ words, isPast }: Clause, eventOf: EventOf): Claim[] {
  if (words.some((_, i) => isMost(words, i))) return [];
  const claims: Claim[] = [];
  let start = 0;
  const about = topicOf(words);
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    const share = shareOf(word);
    const event = isOfError(words, i) || isRaised(words, i)
      ? undefined
      : eventOf(word) ?? verbBuild(words, i);
    if (share === 1 && words.length <= 2) {
      claims.push({ ...partialClaim(about), expects: "pass", isPartial: false });
    }
    if ((share !== undefined && share < 1) || isException(words, i)) claims.push(partialClaim(about));
    if (event === undefined) continue;
    const before = words.slice(start, i);
    const isDenied = event.isEnglish
      ? isDeniedBefore(before, word) !== isDeniedBehind(words, i)
      : words.some((one) => OTHER_NEGATOR.test(one) && !(WITHOUT.test(one) && event.expects === "pass"));
    claims.push({
      expects: isDenied ? opposite(event.expects) : event.expects,
      isWeak: event.isWeak,
      isBackground: isPast || isThing(words, i, eventOf) || hasHappened(words, i),
      isPartial: isPartial(before, isDenied) || (event.expects === "fail" && !isDenied && goesOn(before)),
      about,
    });
    const isShared = /^(?:or|nor|to)$/.test(words[i + 1] ?? "");
    if (!isShared && !NEGATOR.test(word)) start = i + 1;
  }
  const isReport = words.some((word) => INFORMS.test(word));
  return withoutWeakNouns(isReport ? claims.filter((claim) => !claim.isBackground) : claims, words);
}

/** What tells of a failing test does not say that it goes on failing. */
const INFORMS =
  /^(?:tells?|shows?|names?|lists?|reveals?|prints?|logs?|points?|sorts?|minimi[sz]ed|reduced)$/;

/** "The project builds", "it should build": the verb, not the noun. */
function verbBuild(words: readonly string[], at: number): ReturnType<typeof eventWord> {
  if (!/^(?:build|type-?check|link)$/.test(words[at] ?? "") || words[at + 1] === "to") return undefined;
  const before = words[at - 1] ?? "";
  const isVerb = /^(?:will|should|to|can|must|cannot|shall|[a-z]+n't|not|now|still|again|also)$/.test(before);
  return isVerb ? { expects: "pass", isWeak: false, isEnglish: true } : undefined;
}

/** Of these only a thing is missing: "passe sans erreur" passes. */
const WITHOUT = /^(?:ohne|sans|sin|sem|senza|bez|без|zonder)$/;

/** "The suite failed on an import": told of the past, unless it is a line of counts. */
function hasHappened(words: readonly string[], at: number): boolean {
  return /^(?:failed|broke|crashed|hung)$/.test(words[at] ?? "") &&
    /^[a-z]/.test(words[at - 1] ?? "") &&
    !/^(?:none|no|zero|all|one|tests?|be|is|are|get|gets|have|it)$/.test(words[at - 1] ?? "");
}

/** What can come to an end comes to it. */
const ENDED =
  /(?:^| )(?:gone|resolved|fixed|solved|disappears?|disappeared|vanish|vanishes|removed|cleared)(?: |$)/;

/** "All but one", "all except …". */
function isException(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  return /^(?:except|excepting|sauf|außer|salvo|excepto|exceto|tranne|кроме|oprócz|behalve)$/.test(word) ||
    (word === "but" && words[at - 1] === "all") || (word === "apart" && words[at + 1] === "from") ||
    (word === "other" && words[at + 1] === "than");
}

/** "Most tests pass", "almost all pass": that says nothing of the run as a whole; not "most likely". */
function isMost(words: readonly string[], at: number): boolean {
  if (words[at] === "all") return /^(?:almost|nearly|practically|virtually)$/.test(words[at - 1] ?? "");
  return words[at] === "most" && (words[at + 1] === "of" || TEST_WORD.test(words[at + 1] ?? ""));
}

/** "Does not raise KeyError": what is raised counts, once. */
function isRaised(words: readonly string[], at: number): boolean {
  return /^(?:raises?|throws?|raised|thrown)$/.test(words[at] ?? "") &&
    /(?:error|exception)$/.test(words[at + 1] ?? "");
}

/** "Compile errors", "a build failure": what is of which kind. */
function isOfError(words: readonly string[], at: number): boolean {
  return /^compil(?:e|es|ing)$/.test(words[at] ?? "") &&
    /^(?:errors?|failures?|warnings?|problems?|time|fails?|breaks?|succeeds?|passes)$/.test(
      words[at + 1] ?? "",
    );
}

/** "The failing test", "tests that failed": a thing, not what happens to it. */
function isThing(words: readonly string[], at: number, eventOf: EventOf): boolean {
  const word = words[at] ?? "";
  const next = words[at + 1] ?? "";
  if (ENDED.test(words.slice(at + 1).join(" ")) && NOUN.test(word)) return true;
  const isParticiple =
    /^(?:failing|failed|passing|passed|broken|breaking|red|green|working|crashing|rote[nrs]?|fehlgeschlagenen?|fehlschlagenden?)$/
      .test(
        word,
      );
  const isCounted = /^[1-9]\d*$/.test(words[at - 1] ?? "") && /[_./:]/.test(next); // "1 failed (test_total)"
  if (
    isParticiple && !isCounted &&
    (TEST_WORD.test(next) || BUILD_WORD.test(next) || TEST_WORD.test(words[at + 2] ?? "") ||
      /^(?:for|about)$/.test(words[at - 1] ?? "") ||
      /^(?:ones?|assertion|run|check|inputs?|examples?|seeds?)$/.test(next))
  ) {
    return true;
  }
  if (words.slice(Math.max(0, at - 3), at).includes("that") && hasEventAfter(words, at, eventOf)) return true;
  return /^(?:the|this|that|these)$/.test(words[at - 1] ?? "") &&
    /^(?:failing|failures?|broken|passing|crash|error)$/.test(word) &&
    hasEventAfter(words, at, eventOf);
}

function hasEventAfter(words: readonly string[], at: number, eventOf: EventOf): boolean {
  return words.slice(at + 1).some((word) => eventOf(word)?.isWeak === false);
}

function isPartial(before: readonly string[], isDenied: boolean): boolean {
  return before.some((word) => QUANTIFIER.test(word) || (!isDenied && /^[1-9]\d*$/.test(word)));
}

/** "Keeps failing", "stays red": whatever else passes, that one does not. */
function goesOn(before: readonly string[]): boolean {
  return before.some((word) => /^(?:keeps?|stays?|remains?|continues?|still)$/.test(word));
}

function partialClaim(about: Claim["about"]): Claim {
  return { expects: "fail", isWeak: false, isBackground: false, isPartial: true, about };
}

/** "11/12" is a part of a whole. */
function shareOf(word: string): number | undefined {
  const [, part, whole] = /^(\d{1,6})\/(\d{1,6})$/.exec(word) ?? [];
  return part === undefined || Number(whole) === 0 ? undefined : Number(part) / Number(whole);
}

/** An error is an outcome where it is met or denied, or where tests and builds are spoken of; else it is a topic. */
function withoutWeakNouns(claims: readonly Claim[], words: readonly string[]): Claim[] {
  const isOutcome = words.some((word, i) =>
    TEST_WORD.test(word) || BUILD_WORD.test(word) || (RAISES.test(word) && isOfRun(words.slice(0, i))) ||
    /^(?:still|again|gets?|sees?|hits?|another|different|run|runs|suite|bleibt|noch|encore|sigue|ainda)$/
        .test(word) && !(word === "get" && RAISES.test(words[i + 1] ?? "")) // a function's name
  );
  return claims.filter(({ isWeak, expects }) => !isWeak || expects === "pass" || isOutcome);
}

const RAISES = /^(?:throws?|raises?)$/;

/** What raises an error, where it is the run: "an empty list raises ValueError" tells what the code does. */
function isOfRun(subject: readonly string[]): boolean {
  return subject.length === 0 ||
    subject.some((word) =>
      /^(?:it|it'll|this|that|they|running|import|importing|command|script|collection|setup|teardown)$|\.(?:py|[cm]?[jt]sx?|rb|php|pl|sh)$/
        .test(word)
    );
}

function topicOf(words: readonly string[]): Claim["about"] {
  const hasTests = words.some((word) => TEST_WORD.test(word));
  const hasBuilds = words.some((word) => BUILD_WORD.test(word));
  return hasTests === hasBuilds ? "both" : hasTests ? "tests" : "builds";
}

function opposite(side: Side): Side {
  return side === "pass" ? "fail" : "pass";
}
