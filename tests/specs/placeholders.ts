import { VERSION } from "../../src/base/version.ts";
import { DIST } from "../_support/executables.ts";
import type { SpecHome } from "./spec_home.ts";

/** Named by a hash of the settings file's path. */
const BACKUP = /(?<=\/backups\/settings\/)[0-9a-f]{16}(?=\.json)/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d(?:[.-]\d+)?Z/g;

/** `$PROJECT` and the like in every string of a value, keys too, as the paths of this home; `$TODAY` as the date. */
export function fillIn<T>(value: T, home: SpecHome): T {
  const text = JSON.stringify(value);
  if (text === undefined) return value;
  return JSON.parse(
    pathsOf(home).reduce(
      (filled, [name, path]) => filled.replaceAll(name, JSON.stringify(path).slice(1, -1)),
      text,
    ),
  );
}

/** The reverse, so that what a run gave is the same everywhere; moments become `$TIME`. */
export function normalise(text: string, home: SpecHome): string {
  const timed = text.replace(TIME, "$$TIME"); // before the day, which is a part of a moment
  const named = pathsOf(home).reduce((shown, [name, path]) => shown.replaceAll(path, name), timed);
  return named.replace(BACKUP, "$$BACKUP").replace(/\$TODAY \d\d:\d\d/g, "$$TIME")
    .replace(/(?<=^database +|data(?:base has| stays:) |; before it had )[\d.]+ [KM]B/gm, "$$SIZE")
    .replace(/(?<=^begun from )\d{4}-\d\d-\d\d/m, "$$DAY")
    .replace(/(?<="from":)\d{13}/g, "$$TIME"); // of a pause
}

/** The root comes last: it is the beginning of the others. */
function pathsOf(home: SpecHome): [string, string][] {
  return [
    ["$PROJECT", home.project],
    ["$DATA", home.data],
    ["$HOME", home.home],
    ["$DIST", DIST],
    ["$ROOT", home.root],
    ["$MODEL", home.model?.url ?? "$MODEL"],
    ["$SLUG", home.project.replace(/[^A-Za-z0-9]/g, "-")], // Claude Code's name for the project
    ["$VERSION", VERSION],
    ["$TODAY", new Date().toISOString().slice(0, 10)], // a home's clock is in UTC
  ];
}
