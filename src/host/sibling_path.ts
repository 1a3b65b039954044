/** Where the executable of this name lies when it is installed beside the running one. */
export function siblingPath(name: string): string {
  const self = Deno.execPath();
  const folder = self.slice(0, Math.max(self.lastIndexOf("/"), self.lastIndexOf("\\")));
  return `${folder}/${name}${self.endsWith(".exe") ? ".exe" : ""}`;
}
