// Makes the text of the program's main module, which runs the code that belongs to the program's name.
import { ENVIRONMENT_NAMES } from "../machine/environment.ts";
import { type Executable, GRANTED } from "./executables.ts";

/**
 * Returns the main module. It takes the executable's name from the program's path, to which Linux adds " (deleted)"
 * if an upgrade has replaced the file. It revokes the permissions that this executable does not need (of the
 * environment, the variables in `ENVIRONMENT_NAMES` stay readable), and loads its code. Under an unknown name it prints
 * an error and ends with 0, as a client may have started it as a hook.
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
    console.error("mneme: Cannot start under this name: name the program mneme, or like one of the hooks");
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
