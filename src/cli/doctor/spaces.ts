import { below } from "../../base/slashes.ts";
import { refusedOperations, spaceState } from "../../sync/records.ts";
import { readSpaces, syncFolder } from "../../sync/spaces.ts";
import { infoOf, modeOf } from "../../machine/files.ts";
import { amount, plainLine, shellWord } from "../frame/plain_text.ts";
import { openWithoutTrace } from "./database.ts";
import { check } from "./finding.ts";
import type { HomeProbe } from "./probe.ts";

const STALE_DAYS = 14;
const DAY_MS = 86_400_000;

/** Tells whether the spaces of this machine are up to date; silent where there is no space. */
export const checkSpaces = check<HomeProbe>("sync", ({ paths, now }, warn, fail) => {
  const { spaces } = readSpaces(paths);
  if (spaces.length === 0) return undefined;
  const file = below(syncFolder(paths), "spaces.json");
  const info = infoOf(file);
  if (info !== undefined && ((modeOf(info) ?? 0) & 0o077) !== 0) {
    fail("Other users can read the keys of your spaces", `chmod 600 ${shellWord(file)}`, () => {
      Deno.chmodSync(file, 0o600);
      return "Made the keys of the spaces private";
    });
  }
  using store = openWithoutTrace(paths.database);
  for (const { name } of spaces) {
    const { last_at, last_error } = spaceState(store, name);
    const refused = refusedOperations(store, name);
    if (refused.length > 0) {
      const reasons = [...new Set(refused.map(({ reason }) => reason))].join("; ");
      warn(
        `${name}: ${amount(refused.length, "record")} set aside, since ${plainLine(reasons, 200)}`,
        "mneme sync status",
      );
    }
    if (last_error !== null) warn(`${name}: ${plainLine(last_error, 200)}`, "mneme sync");
    else if (last_at === null || now.getTime() - Date.parse(last_at) > STALE_DAYS * DAY_MS) {
      warn(`${name} was not brought up to date for ${STALE_DAYS} days`, "mneme sync");
    }
  }
  return `${amount(spaces.length, "space")} up to date`;
});
