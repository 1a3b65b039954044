/** Where `mneme` lies, which is installed beside the running executable. */
export function siblingMneme(): string {
  const self = Deno.execPath();
  const folder = self.slice(0, Math.max(self.lastIndexOf("/"), self.lastIndexOf("\\")));
  return `${folder}/mneme${self.endsWith(".exe") ? ".exe" : ""}`;
}

/** As it is typed into any shell: those of Windows take `/`, too, and Git Bash takes nothing else unquoted. */
export function typedPath(path: string): string {
  return path[1] === ":" ? path.replaceAll("\\", "/") : path;
}
