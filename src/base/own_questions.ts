/** The first words of an ask: by them our own question is known again. */
export const ASK_OPENING = "Save the following memories before stopping:";

/** The beginning of a stop that asks for the coordinator's scratchpad. */
export const COORDINATOR_OPENING = "Coordinator scratchpad missing:";

/** Tells whether mneme asked that at a stop; other people have stop hooks, too, and an answer to those is work. */
export function isOwnQuestion(text: string): boolean {
  return text.includes(ASK_OPENING) || text.includes(COORDINATOR_OPENING);
}
