/** The first words of the question with which a stop asks the agent to save memories. */
export const ASK_OPENING = "Save the following memories before stopping:";

/** The first words with which a stop asks for the coordinator's scratchpad. */
export const COORDINATOR_OPENING = "Coordinator scratchpad missing:";

/** Tells whether a text is mneme's question at a stop. An answer to another stop hook counts as work. */
export function isOwnQuestion(text: string): boolean {
  return text.includes(ASK_OPENING) || text.includes(COORDINATOR_OPENING);
}
