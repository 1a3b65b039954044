/**
 * Tells an agent to save of its own accord: in the instructions of the MCP server, and at a session's start where the client
 * keeps those from the model.
 */
export const SAVE_AT_ONCE =
  "Save with save_memory as soon as you know it, not at the end, what a later session will need and the code does not " +
  "say: a rule of the user, a decision with its reason, a cause that was found, a limit, what was put off and until when; " +
  "several in one call as memories: [...].";
