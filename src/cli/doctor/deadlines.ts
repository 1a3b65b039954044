import { HOOK_REGISTRATIONS } from "../../core/hook_names.ts";
import type { Settings } from "../../core/settings.ts";
import { settingsOf } from "../../runner/hook_settings.ts";
import { evaluateProject } from "../config/compile.ts";
import { fail, type Finding, ok } from "./finding.ts";
import type { HomeProbe } from "./probe.ts";
import { readPlace, type RegisteredHook } from "./registered_hooks.ts";

const CHECK = "deadlines";

/** Whether each hook gives up before the client does: the client throws away all that a late hook has. */
export function checkDeadlines({ settings: places, paths, project }: HomeProbe): Finding[] {
  const installed = places.map(readPlace).filter(({ hooks }) => hooks.length > 0);
  if (installed.length === 0) return [];
  const { settings } = evaluateProject(paths, project);
  const problems = installed.flatMap(({ hooks, place }) =>
    hooks.flatMap((hook) => lateDeadline(hook, settings)).map((text) =>
      fail(CHECK, `${text} in ${place.path}`, { fix: `mneme install${place.option}, or lower that setting` })
    )
  );
  return problems.length > 0
    ? problems
    : [ok(CHECK, "Every hook gives up before the client's timeout for it")];
}

function lateDeadline({ event, timeoutSeconds }: RegisteredHook, settings: Settings): string[] {
  const hook = HOOK_REGISTRATIONS.find((registration) => registration.event === event)?.executable;
  if (hook === undefined || timeoutSeconds === undefined) return [];
  const own = hook === "post-tool-use"
    ? Math.max(settings.hooks.capture.timeout_ms, settings.hooks.outcome_capture.timeout_ms)
    : settingsOf(hook, settings).timeout_ms;
  if (own < timeoutSeconds * 1000) return [];
  return [
    `${event}: ${hook} may take ${own} ms (hooks.*.timeout_ms), the client ends it after ${timeoutSeconds} s`,
  ];
}
