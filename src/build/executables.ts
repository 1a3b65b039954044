import { ENVIRONMENT_NAMES } from "../host/environment.ts";
import { type Assets, GRAMMARS } from "./assets.ts";

/** One program that the build makes. */
export interface Executable {
  /** What `deno task build <name>` calls it; also the name of its file. */
  readonly name: string;
  readonly entry: string;
  readonly output: string;
  readonly permissions: readonly string[];
  /** A file of its own, though others may do the same: looking for its name among them costs 0.4 ms. */
  readonly isAlone?: true;
  /** What it holds beside its code. */
  readonly assets?: readonly Assets[];
  /** Texts of the project that lie in its folder, beside its code. */
  readonly texts?: readonly string[];
  /** Why it has exactly these permissions. */
  readonly reason: string;
}

const TRIAGE_WEIGHTS = "src/core/triage/trained_weights.txt";

const HOOK_PERMISSIONS = ["--allow-read", "--allow-write", `--allow-env=${ENVIRONMENT_NAMES.join(",")}`];

/** What `deno task build` makes in `dist/`: each program with the least permissions that it needs. */
export const EXECUTABLES: readonly Executable[] = [
  {
    name: "session-start",
    entry: "hooks/session_start.ts",
    output: "dist/session-start",
    permissions: [...HOOK_PERMISSIONS, "--allow-run"],
    reason:
      "runs `git log` where the project has scratchpads; src/host/git_log.ts starts nothing else. Not narrowed here: " +
      "a list would make every start fail where a variable LD_… is set, and look for git when the hook begins",
  },
  {
    name: "user-prompt-submit",
    entry: "hooks/user_prompt_submit.ts",
    output: "dist/user-prompt-submit",
    permissions: HOOK_PERMISSIONS,
    reason: "sees every prompt, so it can neither reach the network nor start anything",
  },
  {
    name: "pre-tool-use",
    entry: "hooks/pre_tool_use.ts",
    output: "dist/pre-tool-use",
    permissions: HOOK_PERMISSIONS,
    reason: "reads state and answers; nothing leaves the machine",
  },
  {
    name: "post-tool-use",
    entry: "hooks/post_tool_use.ts",
    output: "dist/post-tool-use",
    isAlone: true, // it runs more often than all others together
    permissions: HOOK_PERMISSIONS,
    reason: "sees every tool's input and output, so it can neither reach the network nor start anything",
  },
  {
    name: "subagent-start",
    entry: "hooks/subagent_start.ts",
    output: "dist/subagent-start",
    permissions: HOOK_PERMISSIONS,
    reason: "reads the scratchpads and tells an agent what it owes; nothing leaves the machine",
  },
  {
    name: "subagent-stop",
    entry: "hooks/subagent_stop.ts",
    output: "dist/subagent-stop",
    permissions: HOOK_PERMISSIONS,
    reason: "reads an agent's scratchpad and lets it stop or not; nothing leaves the machine",
  },
  {
    name: "stop",
    entry: "hooks/stop.ts",
    output: "dist/stop",
    texts: [TRIAGE_WEIGHTS],
    permissions: ["--allow-read", "--allow-write", "--allow-env", "--allow-net", "--allow-run"],
    reason:
      "asks the configured language model, if there is one: a host, a variable with its key or the `claude` " +
      "program that only the configuration can name; narrowed in src/host/llm",
  },
  {
    name: "pre-compact",
    entry: "hooks/pre_compact.ts",
    output: "dist/pre-compact",
    permissions: HOOK_PERMISSIONS,
    reason: "marks the compaction in the store",
  },
  {
    name: "session-end",
    entry: "hooks/session_end.ts",
    output: "dist/session-end",
    permissions: [...HOOK_PERMISSIONS, "--allow-run"],
    reason:
      "starts the `mneme` beside it, whose path is known only at run time; the code starts nothing else",
  },
  {
    name: "mneme",
    entry: "src/cli/main.ts",
    output: "dist/mneme",
    assets: GRAMMARS,
    texts: [TRIAGE_WEIGHTS],
    permissions: [
      "--allow-read",
      "--allow-write",
      "--allow-env",
      "--allow-net",
      "--allow-run",
      "--allow-sys",
    ],
    reason:
      "run by a person or an agent: looks after any file, asks the system, runs the hooks, the client and tar; of the " +
      "network it uses the model and the embeddings server, if the user's configuration names them (src/host), and " +
      'the address that "upgrade" is given.',
  },
];

/** The yardstick of every benchmark: a program that does nothing, and may do nothing. */
export const EMPTY_PROGRAM: Executable = {
  name: "empty",
  entry: "src/build/empty.ts",
  output: "build/empty-program/empty",
  permissions: [],
  reason: "does nothing, so that what it costs is the runtime's own start",
};
