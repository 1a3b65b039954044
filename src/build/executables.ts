// The executables in `dist/` and their permissions: one table for the build, the starter and the tests.
import { executableName } from "../machine/files.ts";

/** The permissions beyond reading and writing files. The program is compiled with all of them. */
export const GRANTED = ["env", "net", "run", "sys"] as const;

export type Permission = typeof GRANTED[number];

/** One of the names of the one program, which chooses its code by the name it is started with. */
export interface Executable {
  readonly name: string;
  readonly entry: string;
  /** The permissions that it needs; `starter.ts` revokes the others. Without "env", code reads only `ENVIRONMENT_NAMES`. */
  readonly keeps: readonly Permission[];
  readonly reason: string;
}

export const EXECUTABLES: readonly Executable[] = [
  hook(
    "session-start",
    "runs `git log` where the project has scratchpads, and `mneme` for work that is too much for a hook",
    ["run"],
  ),
  hook("user-prompt-submit", "sees every prompt, so it can neither reach the network nor start anything"),
  hook("pre-tool-use", "reads state and answers; nothing leaves the machine"),
  hook(
    "post-tool-use",
    "sees every tool's input and output, so it can neither reach the network nor start anything",
  ),
  hook("subagent-start", "reads the database and the scratchpads, and answers; nothing leaves the machine"),
  hook("subagent-stop", "reads an agent's scratchpad and lets it stop or not; nothing leaves the machine"),
  hook(
    "stop",
    "asks the language model, if one is configured. Only the configuration names its host, the variable with its " +
      "key, or the program `claude`; src/llm asks nothing else",
    ["env", "net", "run"],
  ),
  hook("pre-compact", "marks the compaction in the store"),
  hook(
    "session-end",
    "starts the `mneme` beside it and nothing else; its path is not known at build time, so the permission names none",
    ["run"],
  ),
  {
    name: "mneme",
    entry: "src/cli/main.ts",
    keeps: GRANTED,
    reason:
      "run by a person or an agent: asks the system, runs the hooks and the client, serves its page; on the network, " +
      "it reaches the model, the embeddings server (src/llm) and the remotes of sync, if the user names them",
  },
];

function hook(name: string, reason: string, keeps: readonly Permission[] = []): Executable {
  return { name, entry: `hooks/${name.replaceAll("-", "_")}.ts`, keeps, reason };
}

export function outputNames(system: typeof Deno.build.os = Deno.build.os): string[] {
  return EXECUTABLES.map(({ name }) => executableName(name, system));
}
