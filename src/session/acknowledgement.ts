// Recognises prompts that ask for nothing, such as "yes, go on"; no search is made for them.
import acknowledgements from "./acknowledgements.json" with { type: "json" };

/** "image" is among them, as a lone picture is sent as "[Image #1]". */
const WORDS = new Set(acknowledgements.words.split(" "));
const LONGEST_UNITS = 48; // a longer prompt asks for something

/**
 * Returns true if a prompt says no more than "yes, go on", or nothing. Emoji, phrases such as "next task", and the
 * sentence that Codex sends when its user accepts a plan ask for nothing either: the prompt is split at them.
 */
export function isAcknowledgement(prompt: string): boolean {
  if (prompt.length > LONGEST_UNITS) return false;
  const words = prompt.toLowerCase().split(
    /^implement the plan\.$|next task|good (?:morning|afternoon|evening)|guten (?:tag|morgen)|[\s.,;:!?'"()[\]#\d。、！？，…\ud800-\udfff\ufe0f-]+/,
  );
  return words.every((word) => word.length < 2 || WORDS.has(word));
}
