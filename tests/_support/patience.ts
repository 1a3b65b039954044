import { HOOKS } from "../../src/base/hook_names.ts";

const SETTINGS = [
  ...HOOKS.map(({ setting }) => setting).filter((setting) => setting !== "stop"),
  "outcome_capture",
];

/**
 * A hook leaves out what comes late, which on a busy machine would be anything; its deadlines have tests of their own.
 * The client would kill a hook after 10 s, and stop, which may ask a model, has more time anyway.
 */
export const PATIENCE = `hooks:\n${SETTINGS.map((hook) => `  ${hook}: { timeout_ms: 9000 }\n`).join("")}`;
