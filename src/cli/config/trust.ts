import type { Setting } from "./setting_types.ts";
import { MAX_ENTRIES } from "./setting_types.ts";

export type Verdict =
  | { readonly kind: "taken"; readonly value: unknown }
  | { readonly kind: "refused"; readonly allowed: string };

/**
 * What becomes of `given`, a valid value from a project's file, where `current` holds without it. A repository may
 * make mneme do less than its user wants, never more: whoever wrote the file is not who runs it.
 */
export function judgeProjectValue(setting: Setting, current: unknown, given: unknown): Verdict {
  if (setting.project === "add") return added(current, given);
  if (isSame(current, given)) return { kind: "taken", value: current };
  switch (setting.project) {
    case "never":
      return refused("leave this to the user's config.yaml");
    case "off":
      return only(given, false);
    case "on":
      return only(given, true);
    case "none":
      return only(given, "none");
    case "lower":
      return given as number < (current as number) ? taken(given) : refused(`lower it from ${current}`);
    case "raise":
      return given as number > (current as number) ? taken(given) : refused(`raise it from ${current}`);
    case "narrower":
      return narrower(setting, current, given);
  }
}

function added(current: unknown, given: unknown): Verdict {
  const all = [...current as unknown[]];
  for (const entry of given as unknown[]) {
    if (!all.some((known) => isSame(known, entry))) all.push(entry);
  }
  return all.length <= MAX_ENTRIES ? taken(all) : refused(`add entries up to ${MAX_ENTRIES} in all`);
}

function narrower(setting: Setting, current: unknown, given: unknown): Verdict {
  const values: readonly unknown[] = setting.kind === "choice" ? setting.values : [];
  const less = values.slice(0, values.indexOf(current));
  if (less.includes(given)) return taken(given);
  return refused(less.length === 0 ? `leave it at ${current}` : `say ${less.join(" or ")} here`);
}

function only(given: unknown, wanted: unknown): Verdict {
  return given === wanted ? taken(given) : refused(`say ${wanted} here`);
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function taken(value: unknown): Verdict {
  return { kind: "taken", value };
}

function refused(allowed: string): Verdict {
  return { kind: "refused", allowed };
}
