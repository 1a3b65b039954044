import { DEFAULT_SETTINGS, type Settings } from "../core/settings.ts";

/** The defaults with what was chosen. Total: values of a wrong type give way to the defaults. */
export function withChosen(chosen: unknown): Settings {
  return overlay(DEFAULT_SETTINGS, chosen) as Settings;
}

/** `base` with those values of `found` that are of the same type; keys that `base` lacks are dropped. */
function overlay(base: unknown, found: unknown): unknown {
  if (!isRecord(base) || !isRecord(found)) return base;
  const result: Record<string, unknown> = {};
  for (const key in base) {
    const own = base[key];
    const given = Object.hasOwn(found, key) ? found[key] : undefined;
    result[key] = isRecord(own) ? overlay(own, given) : isSameType(key, own, given) ? given : own;
  }
  return result;
}

function isSameType(key: string, own: unknown, given: unknown): boolean {
  if (Array.isArray(own)) {
    return Array.isArray(given) && given.every(key === "matchers" ? isMatcher : isString);
  }
  if (typeof given === "number") {
    return Number.isFinite(given) && (typeof own === "number" || key === "relevance_floor");
  }
  if (own === null) return given === null || isString(given);
  return typeof own === typeof given;
}

function isMatcher(value: unknown): boolean {
  return isRecord(value) && isString(value.command) && (value.kind === "test" || value.kind === "build");
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
