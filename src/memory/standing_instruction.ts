/**
 * The instruction to save without being asked. The MCP server has it in its instructions; for clients that do not pass
 * those to the model, it is told at the start of a session.
 */
export const SAVE_AT_ONCE =
  "Save with save_memory as soon as you know it, not at the end, what a later session will need and the code does not " +
  "say: a rule of the user, a decision with its reason, a cause that was found, a limit, what was put off and until when; " +
  "several in one call as memories: [...].";
