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

/** The pure rooms: what mneme knows, without a clock and without a machine. */
const KNOWLEDGE: readonly string[] = [
  "src/base",
  "src/shell",
  "src/privacy",
  "src/outcome",
  "src/memory",
  "src/search",
  "src/session",
  "src/triage",
  "src/ghap",
  "src/code",
];

export const FOLDER_RULES: Readonly<Record<string, FolderRule>> = {
  "src/base": { code: [], isPure: true },
  "src/wire": { code: ["src/base"], isPure: true },
  "src/shell": { code: ["src/base"], isPure: true },
  "src/privacy": { code: ["src/base"], isPure: true },
  "src/outcome": { code: ["src/base", "src/shell", "src/privacy"], isPure: true },
  "src/memory": { code: ["src/base"], isPure: true },
  "src/search": { code: ["src/base", "src/memory"], isPure: true },
  "src/session": {
    code: ["src/base", "src/shell", "src/outcome", "src/memory", "src/search"],
    types: ["src/wire"],
    isPure: true,
  },
  "src/triage": {
    code: ["src/base", "src/shell", "src/privacy", "src/outcome", "src/memory", "src/session"],
    types: ["src/wire"],
    isPure: true,
  },
  "src/ghap": { code: ["src/base", "src/memory"], isPure: true },
  "src/code": { code: ["src/base"], isPure: true },
  "src/store": { code: KNOWLEDGE, packages: ["node:sqlite"] },
  "src/machine": { code: ["src/base", "src/privacy", "src/triage"], types: ["src/wire"] },
  "src/llm": {
    code: ["src/base", "src/privacy", "src/memory", "src/search", "src/session", "src/machine"],
  },
  "src/hook": {
    code: [
      ...KNOWLEDGE.filter((folder) => folder !== "src/code"),
      "src/wire",
      "src/store",
      "src/machine",
      "src/llm",
    ],
    types: ["src/cli"],
  },
  "src/view": {
    code: [...KNOWLEDGE, "src/store", "src/machine"],
    packages: ["npm:preact", "npm:uplot"],
  },
  "src/sync": {
    code: [...KNOWLEDGE, "src/store", "src/machine"],
    packages: ["node:crypto", "node:buffer", "npm:postgres", "npm:@scure/bip39"],
  },
  "src/cli": {
    code: [
      ...KNOWLEDGE,
      "src/wire",
      "src/store",
      "src/machine",
      "src/llm",
      "src/hook",
      "src/view",
      "src/sync",
    ],
    packages: ["*"],
  },
  "src/build": { code: ["src/base", "src/code", "src/machine", "src/cli"], packages: ["*"] },
  "hooks": { code: ["src/hook", "src/wire", "src/machine"] },
};

/** Imports that a folder's rule forbids and that are meant all the same, each with its reason. */
export const EXCEPTIONS: readonly { readonly from: string; readonly to: string; readonly reason: string }[] =
  [
    {
      from: "src/hook/place.ts",
      to: "src/cli/config/compile.ts",
      reason: "dynamic: YAML and zod are loaded only when a configuration file has changed",
    },
  ];
