/** What is read of a text: how it begins tells what it is for. */
const HEAD = 1000;
const STEP = 0.2;

// In small letters, as a pattern that takes both costs a hook the Unicode tables.
const POLITE =
  "(?:ok|okay|now|then|please|pls|next|also|and|can you|could you|let'?s|we should|i want to|i'd like to)";
const MAKES = new RegExp(
  `^[^a-z]*(?:${POLITE}[ ,:]+)*(?:add|write|create|design|draft|build|make|set up|implement|brainstorm|propose|sketch|` +
    "prototype|refactor|rename|format|try|evaluate|generate|scaffold|bump|update|upgrade|explain|translate|idea|concept)\\b",
);
const ASKS = new RegExp(
  "\\?|\\b(?:why|which|again|still|our|where (?:do|does|did|is|are|was|were)|how (?:do|does|did|can|to|was|is)|" +
    "what(?:'s| is| was| do| did| happens)|(?:can|may|should|do|did|are) (?:i|we)|we (?:decided|agreed|use))\\b",
);
const FAILS =
  /\b(?:fail|error|exception|broken|breaks?\b|crash|wrong|stuck|hang|flaky|slow|leak|timeout|red\b|refused|denied|missing|bug\b|does ?n'?o?t\b|can'?t\b|cannot|won'?t\b|not work)/;

/**
 * How much more a text has to share with an item that is to answer it: below 1 for one that asks, or tells of something
 * that fails, as both were met before; above 1 for one that begins something new.
 */
export function leanOf(text: string): number {
  const head = text.slice(0, HEAD).toLowerCase();
  return 1 + STEP * (Number(MAKES.test(head)) - Number(ASKS.test(head)) - Number(FAILS.test(head)));
}
