import { type Executable, GRANTED, LISTED_VARIABLES } from "./executables.ts";

/** The mark by which Linux names a running file that was removed or replaced. */
const REMOVED = " (deleted)";

/**
 * The module that begins the program: it looks by which name it was started (also where an upgrade has replaced the file
 * since), gives up what that executable may not do, and only then loads its code. `Deno.env` keeps the listed variables
 * for those that give the environment up. A stranger's name does nothing; on Windows a shell may write `mneme.EXE`.
 */
export function starterText(executables: readonly Executable[]): string {
  const cases = executables.map(({ name, entry, keeps }) => {
    const given = GRANTED.filter((permission) => !keeps.includes(permission));
    return `  case ${JSON.stringify(name)}:
    giveUp(${JSON.stringify(given)});
    await import(${JSON.stringify(`./${bundledEntry({ name, entry })}`)});
    break;`;
  });
  return `const path = Deno.execPath().replace(/${
    REMOVED.replace(/[()]/g, "\\$&")
  }$|\\.exe$/i, "").toLowerCase();
switch (path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\\\")) + 1)) {
${cases.join("\n")}
  default:
    Deno.exit(0);
}

function giveUp(names) {
  if (names.includes("env")) {
    const listed = new Map(${JSON.stringify(LISTED_VARIABLES)}.map((name) => [name, valueOf(name)]));
    Deno.env.get = (name) => listed.get(name);
  }
  for (const name of names) Deno.permissions.revokeSync({ name });
}

function valueOf(name) {
  try {
    return Deno.env.get(name);
  } catch {
    return undefined; // a value that is not Unicode must not end a hook
  }
}
`;
}

/** Tells where the executable's own code lies in the program. */
export function bundledEntry({ name, entry }: Pick<Executable, "name" | "entry">): string {
  return `${name}/${entry.slice(entry.lastIndexOf("/") + 1).replace(/\.ts$/, ".js")}`;
}
