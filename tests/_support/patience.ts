const HOOKS = [
  "session_start",
  "user_prompt_submit",
  "ghap_checkin",
  "outcome_capture",
  "capture",
  "subagent_start",
  "subagent_stop",
  "pre_compact",
  "session_end",
];

/** A hook leaves out what comes late, which on a busy machine would be anything; its deadlines have tests of their own. */
export const PATIENCE = `hooks:\n${HOOKS.map((hook) => `  ${hook}: { timeout_ms: 9000 }\n`).join("")}`;
