// The executables in `dist/` and their permissions: one table for the build, the starter and the tests.
import { executableName } from "../machine/files.ts";
import table from "./executables.json" with { type: "json" };

/** The permissions beyond reading and writing files. The program is compiled with all of them. */
export const GRANTED = ["env", "net", "run", "sys"] as const;

export type Permission = typeof GRANTED[number];

/** One of the names of the one program, which chooses its code by the name it is started with. */
export interface Executable {
  readonly name: string;
  readonly entry: string;
  /** The permissions that it needs; `starter.ts` revokes the others. Without "env", code reads only `ENVIRONMENT_NAMES`. */
  readonly keeps: readonly Permission[];
  readonly reason: string;
}

type Row = Pick<Executable, "name" | "reason"> & Partial<Executable>;

export const EXECUTABLES = (table as readonly Row[]).map((row): Executable => {
  const { name, entry = `hooks/${name.replaceAll("-", "_")}.ts`, keeps = [], reason } = row;
  return { name, entry, keeps, reason };
});

export function outputNames(system: typeof Deno.build.os = Deno.build.os): string[] {
  return EXECUTABLES.map(({ name }) => executableName(name, system));
}
