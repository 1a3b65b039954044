/** Which folder may import which, as `docs/architecture.md` explains. The test reads nothing else. */
interface FolderRule {
  /** Folders whose code may be imported. */
  readonly code: readonly string[];
  /** Further folders of which only types may be imported. */
  readonly types?: readonly string[];
  /** Packages and built-in modules; anything else is a violation. `*` allows all. */
  readonly packages?: readonly string[];
  /** Whether `Deno.*`, the clock and randomness may be used. */
  readonly isPure?: true;
}

const rooms = (...names: readonly string[]) => names.map((name) => `src/${name}`);

/** The pure rooms: what mneme knows, without a clock and without a machine. */
const KNOWLEDGE = rooms(
  ...["base", "shell", "privacy", "outcome", "memory", "search", "session", "triage", "ghap", "code"],
);

export const FOLDER_RULES: Readonly<Record<string, FolderRule>> = {
  "src/base": { code: [], isPure: true },
  "src/wire": { code: rooms("base"), isPure: true },
  "src/shell": { code: rooms("base"), isPure: true },
  "src/privacy": { code: rooms("base"), isPure: true },
  "src/outcome": { code: rooms("base", "shell", "privacy"), isPure: true },
  "src/memory": { code: rooms("base"), isPure: true },
  "src/search": { code: rooms("base", "memory"), isPure: true },
  "src/session": {
    code: rooms("base", "shell", "outcome", "memory", "search"),
    types: rooms("wire"),
    isPure: true,
  },
  "src/triage": {
    code: rooms("base", "shell", "privacy", "outcome", "memory", "session"),
    types: rooms("wire"),
    isPure: true,
  },
  "src/ghap": { code: rooms("base", "memory"), types: rooms("outcome"), isPure: true },
  "src/code": { code: rooms("base"), isPure: true },
  "src/store": { code: KNOWLEDGE, packages: ["node:sqlite"] },
  "src/machine": { code: rooms("base", "privacy", "triage"), types: rooms("wire"), packages: ["node:fs"] },
  "src/llm": { code: rooms("base", "privacy", "memory", "search", "session", "machine") },
  "src/hook": {
    code: [
      ...KNOWLEDGE.filter((folder) => folder !== "src/code"),
      ...rooms("wire", "store", "machine", "llm"),
    ],
    types: rooms("cli"),
  },
  "src/view": {
    code: [...KNOWLEDGE, ...rooms("store", "machine")],
    types: rooms("cli"),
    packages: ["npm:preact"],
  },
  "src/sync": {
    code: [...KNOWLEDGE, ...rooms("store", "machine")],
    packages: ["node:crypto", "node:buffer", "node:fs", "node:tls", "npm:postgres", "npm:@scure/bip39"],
  },
  "src/cli": {
    code: [...KNOWLEDGE, ...rooms("wire", "store", "machine", "llm", "hook", "view", "sync")],
    packages: ["*"],
  },
  "src/build": { code: rooms("base", "code", "machine", "cli"), packages: ["*"] },
  "hooks": { code: rooms("hook", "wire", "machine") },
};

/** Imports that a folder's rule forbids and that are meant all the same, each with its reason. */
export const EXCEPTIONS: readonly { readonly from: string; readonly to: string; readonly reason: string }[] =
  [
    {
      from: "src/hook/place.ts",
      to: "src/cli/config/compile.ts",
      reason: "dynamic: YAML and zod are loaded only when a configuration file has changed",
    },
    {
      from: "src/store/migrations.ts",
      to: "src/machine/files.ts",
      reason: "the schema is a file of SQL, and reading a file beside the code stands there",
    },
  ];
