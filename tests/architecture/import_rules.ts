/** Which folder may import which, as `docs/architecture.md` explains. The test reads nothing else. */
export interface FolderRule {
  /** Folders whose code may be imported. */
  readonly code: readonly string[];
  /** Further folders of which only types may be imported. */
  readonly types?: readonly string[];
  /** Packages and built-in modules; anything else is a violation. `*` allows all. */
  readonly packages?: readonly string[];
  /** Whether `Deno.*`, the clock and randomness may be used. */
  readonly isPure?: true;
}

export const FOLDER_RULES: Readonly<Record<string, FolderRule>> = {
  "src/wire": { code: [], isPure: true },
  "src/core": { code: [], types: ["src/wire"], isPure: true },
  "src/store": { code: ["src/core"], packages: ["node:sqlite"] },
  "src/host": { code: ["src/core"], types: ["src/wire"] },
  "src/events": { code: ["src/core", "src/wire", "src/store"], types: ["src/host"] },
  "src/runner": { code: ["src/wire", "src/core", "src/store", "src/host"], types: ["src/events", "src/cli"] },
  "src/cli": { code: ["src/wire", "src/core", "src/store", "src/host", "src/runner"], packages: ["*"] },
  "src/build": { code: ["src/core", "src/host", "src/cli"], packages: ["*"] },
  "hooks": { code: ["src/runner", "src/events", "src/wire", "src/host"] },
};

/** Imports that a folder's rule forbids and that are meant all the same, each with its reason. */
export const EXCEPTIONS: readonly { readonly from: string; readonly to: string; readonly reason: string }[] =
  [
    {
      from: "src/runner/refresh_config.ts",
      to: "src/cli/config/compile.ts",
      reason: "dynamic: YAML and zod are loaded only when a configuration file has changed",
    },
  ];

/** What the static closure of a hook may hold besides local files. */
export const HOOK_PACKAGES: readonly string[] = ["node:sqlite"];
