/** Tells an agent to save of its own accord: by the MCP server, and at a session start where the client has none. */
export const SAVE_AT_ONCE =
  "Save with save_memory as soon as you know it, not at the end, what a later session will need and the code does not " +
  "say: a rule of the user, a decision with its reason, a cause that was found, a limit, what was put off and until when; " +
  "several in one call as memories: [...].";
