/** The first words of the text with which the stop hook asks the agent to save memories. */
export const ASK_OPENING = "Save the following memories before stopping:";

/** The first words of the text with which the stop hook asks for the coordinator's scratchpad. */
export const COORDINATOR_OPENING = "Coordinator scratchpad missing:";

/** Returns true if mneme's stop hook wrote the text. Triage skips the agent's answer to it, not to other hooks. */
export function isOwnQuestion(text: string): boolean {
  return text.includes(ASK_OPENING) || text.includes(COORDINATOR_OPENING);
}
