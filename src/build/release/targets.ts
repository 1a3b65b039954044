/** A system that releases are made for. */
export interface Target {
  /** What users, archives and the installer call it. */
  readonly name: string;
  /** What `deno compile` calls it. */
  readonly triple: string;
  readonly format: "ELF" | "Mach-O" | "PE";
  readonly machine: "x86-64" | "arm64";
  /** What the names of its executables end with. */
  readonly suffix: "" | ".exe";
}

/** Every system for which `deno task release` makes an archive. */
export const TARGETS: readonly Target[] = [
  { name: "linux-x64", triple: "x86_64-unknown-linux-gnu", format: "ELF", machine: "x86-64", suffix: "" },
  { name: "linux-arm64", triple: "aarch64-unknown-linux-gnu", format: "ELF", machine: "arm64", suffix: "" },
  { name: "macos-x64", triple: "x86_64-apple-darwin", format: "Mach-O", machine: "x86-64", suffix: "" },
  { name: "macos-arm64", triple: "aarch64-apple-darwin", format: "Mach-O", machine: "arm64", suffix: "" },
  { name: "windows-x64", triple: "x86_64-pc-windows-msvc", format: "PE", machine: "x86-64", suffix: ".exe" },
];
