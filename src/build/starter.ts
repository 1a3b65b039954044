// Writes the main module of the program, which runs before all code of an executable.
import { ENVIRONMENT_NAMES } from "../machine/environment.ts";
import { type Executable, GRANTED } from "./executables.ts";

/**
 * Returns the main module, which finds the name by which it was started, revokes the permissions that this
 * executable does not keep, and loads its code; an unknown name does nothing. After an upgrade, Linux adds
 * " (deleted)" to the path. Without the permission "env", code can read only the `ENVIRONMENT_NAMES`.
 */
export function starterText(executables: readonly Executable[]): string {
  const cases = executables.map(({ name, entry, keeps }) => {
    const revoked = GRANTED.filter((permission) => !keeps.includes(permission));
    return `  case ${JSON.stringify(name)}:
    giveUp(${JSON.stringify(revoked)});
    await import(${JSON.stringify(`./${bundledEntry({ name, entry })}`)});
    break;`;
  });
  return `const path = Deno.execPath().replace(/ \\(deleted\\)$|\\.exe$/i, "").toLowerCase();
switch (path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\\\")) + 1)) {
${cases.join("\n")}
  default:
    Deno.exit(0);
}

function giveUp(names) {
  if (names.includes("env")) {
    const listed = new Map(${JSON.stringify(ENVIRONMENT_NAMES)}.map((name) => [name, valueOf(name)]));
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

export function bundledEntry({ name, entry }: Pick<Executable, "name" | "entry">): string {
  return `${name}/${entry.slice(entry.lastIndexOf("/") + 1).replace(/\.ts$/, ".js")}`;
}
