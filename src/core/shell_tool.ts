/** Whether the client's tool of this name runs a shell line; on Windows it may have another shell beside Bash, or instead. */
export function isShellTool(name: string): boolean {
  return name === "Bash" || name === "PowerShell";
}
