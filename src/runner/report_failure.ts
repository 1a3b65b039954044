import type { HookName } from "../core/hook_names.ts";
import { DEFAULT_SETTINGS } from "../core/settings.ts";
import { appendLog } from "../host/log.ts";
import { findPaths } from "../host/paths.ts";

/** One line in the log for what ended a hook early; the settings may be what failed, so the defaults hold. */
export function reportFailure(hook: HookName, error: unknown): void {
  const paths = findPaths();
  if (paths === undefined) return;
  const message = error instanceof Error ? error.stack ?? error.message : String(error);
  const { log, retention } = DEFAULT_SETTINGS;
  const options = { level: log.level, maxBytes: retention.log_mb * 1e6 };
  appendLog(paths, { level: "failure", hook, sessionId: undefined, message }, options);
}
