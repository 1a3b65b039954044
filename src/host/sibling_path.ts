/** Where the executable of this name lies when it is installed beside the running one. */
export function siblingPath(name: string): string {
  const self = Deno.execPath();
  const folder = self.slice(0, Math.max(self.lastIndexOf("/"), self.lastIndexOf("\\")));
  return `${folder}/${name}${self.endsWith(".exe") ? ".exe" : ""}`;
}

/** As it is typed into any shell: those of Windows take `/`, too, and Git Bash takes nothing else unquoted. */
export function typedPath(path: string): string {
  return path[1] === ":" ? path.replaceAll("\\", "/") : path;
}
