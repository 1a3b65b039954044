import { compileFlags } from "./compile_flags.ts";
import type { Executable } from "./executables.ts";

/** One compiled file, under the names of all executables that may do the same and whose engine starts alike. */
export interface Program {
  /** Of its bundle. */
  readonly name: string;
  /** At least one; the first gives the file its name, the others are links to it. */
  readonly members: readonly Executable[];
}

/**
 * The files that have to be compiled for these executables, in their order. Hooks with the same permissions are one
 * file of 108 MB under several names, and not one for each: what is on the disk once is in the page cache once.
 */
export function programsOf(executables: readonly Executable[]): Program[] {
  const alike = Map.groupBy(
    executables,
    (one) => JSON.stringify([one.isAlone === true && one.name, compileFlags(one)]),
  );
  return [...alike.values()].map((members) => ({
    name: members.length === 1 ? members[0]!.name : `${members[0]!.name}-and-others`,
    members,
  }));
}

/** Where a member's bundle lies in its program's, and the file that begins it. */
export interface Start {
  readonly name: string;
  readonly entry: string;
}

/** How Linux names a running file that was removed or replaced. */
const REMOVED = " (deleted)";

/**
 * The module that begins a program of several members: the one by whose name it was started, also where an upgrade has
 * replaced the file since. A stranger does nothing.
 */
export function dispatcher(starts: readonly Start[]): string {
  const cases = starts.map(({ name, entry }) =>
    `case${JSON.stringify(name)}:await import(${JSON.stringify(`./${name}/${entry}`)});break;`
  );
  return `let path=Deno.execPath();if(path.endsWith("${REMOVED}"))path=path.slice(0,-${REMOVED.length});` +
    `const name=path.slice(Math.max(path.lastIndexOf("/"),path.lastIndexOf("\\\\"))+1);` +
    `switch(name.endsWith(".exe")?name.slice(0,-4):name){${cases.join("")}default:Deno.exit(0)}\n`;
}
