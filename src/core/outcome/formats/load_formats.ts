import { readOwnEvidence } from "../evidence.ts";
import type { Run } from "../find_runs.ts";
import type { Format } from "./format.ts";
import { type Formats, formatsOf } from "./formats.ts";
import { type Family, SIGNS } from "./signs.ts";

const LOADERS: Readonly<Record<Family, () => Promise<readonly Format[]>>> = {
  python: async () => (await import("./python.ts")).PYTHON,
  javascript: async () => (await import("./javascript.ts")).JAVASCRIPT,
  systems: async () => (await import("./systems.ts")).SYSTEMS,
  managed: async () => (await import("./managed.ts")).MANAGED,
  others: async () => (await import("./others.ts")).OTHERS,
  builds: async () => (await import("./builds.ts")).BUILD_SIGNS,
};
const FAMILIES = Object.keys(LOADERS) as Family[];

/**
 * The formats that have anything to say of the output of these runs: all others find nothing in it. First those of
 * the runners themselves, which mostly say it all; else every family of which a sign stands in the output.
 */
export async function loadFormats(runs: readonly Run[], text: string): Promise<Formats> {
  const loaded: Partial<Record<Family, readonly Format[]>> = {};
  const load = async (families: readonly Family[]) => {
    for (const family of families) loaded[family] ??= await LOADERS[family]();
    return formatsOf(loaded);
  };
  const own = await load(FAMILIES.filter((family) => runs.some(({ format }) => isOf(family, format))));
  const isSaid = runs.every(({ kind, format }) =>
    kind === "tests" && readOwnEvidence(text, format, own).verdict !== undefined
  );
  return isSaid ? own : await load(FAMILIES.filter((family) => hasSign(text, family)));
}

function isOf(family: Family, format: string | undefined): boolean {
  return format !== undefined && Object.hasOwn(SIGNS[family], format);
}

function hasSign(text: string, family: Family): boolean {
  const formats: readonly (readonly string[])[] = Object.values(SIGNS[family]);
  return formats.some((signs) => signs.some((sign) => text.includes(sign)));
}
