import { resolveKey, SETTING_KEYS } from "./setting_schema.ts";
import { nearest, plainLine } from "./wording.ts";

/** `x is not a setting; did you mean y?` A name in a file that is spelt right is written with dots. */
export function describeUnknownKey(written: string): string {
  if (resolveKey(written) !== undefined || groupNames().includes(written)) {
    return `${written} is not a setting; ${inGroups(written)}`;
  }
  const meant = nearest(written, [...SETTING_KEYS, ...groupNames()]);
  const advice = meant === undefined ? "`mneme config reference` lists them" : `did you mean ${meant}?`;
  return `${plainLine(written)} is not a setting; ${advice}`;
}

function inGroups(key: string): string {
  const groups = key.split(".").reduceRight((inner, name) => `{ ${name}: ${inner} }`, "…");
  return `write it as groups, as in ${groups.slice(2, -2)}`;
}

/** At most so many settings of a group are named. */
const MAX_NAMED = 4;

/** The settings of a group that was given for one; `undefined` where the name is no group. */
export function describeGroup(written: string): string | undefined {
  const inside = SETTING_KEYS.filter((key) => key.startsWith(`${written}.`));
  if (inside.length === 0) return undefined;
  const more = inside.length - MAX_NAMED;
  const named = inside.slice(0, MAX_NAMED).join(", ");
  return `${written} is a group of settings; name one of ${named}${more > 0 ? ` and ${more} more` : ""}`;
}

function groupNames(): string[] {
  const groups = SETTING_KEYS.flatMap((key) => {
    const names = key.split(".");
    return names.slice(1).map((_, i) => names.slice(0, i + 1).join("."));
  });
  return [...new Set(groups)];
}
