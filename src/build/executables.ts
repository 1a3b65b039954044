import { ENVIRONMENT_NAMES } from "../machine/environment.ts";

/** Names what an executable may do beyond reading and writing files. */
export type Permission = "env" | "net" | "run" | "sys";

/** One executable: a name of the program that the build makes. */
export interface Executable {
  readonly name: string;
  /** Its code, from the root of the project. */
  readonly entry: string;
  /** The part of the program's permissions that it keeps; it gives the others up before its code is loaded. */
  readonly keeps: readonly Permission[];
  readonly reason: string;
}

/** The permissions that the program is granted when it is compiled, as its members need them together. */
export const GRANTED: readonly Permission[] = ["env", "net", "run", "sys"];

/** The variables that an executable without "env" sees. */
export const LISTED_VARIABLES: readonly string[] = ENVIRONMENT_NAMES;

/** The executables in `dist/`, each with the least permissions that it needs. */
export const EXECUTABLES: readonly Executable[] = [
  hook(
    "session-start",
    ["run"],
    "runs `git log` where the project has scratchpads; src/machine/git_log.ts starts nothing else",
  ),
  hook(
    "user-prompt-submit",
    [],
    "sees every prompt, so it can neither reach the network nor start anything",
  ),
  hook("pre-tool-use", [], "reads state and answers; nothing leaves the machine"),
  hook(
    "post-tool-use",
    [],
    "sees every tool's input and output, so it can neither reach the network nor start anything",
  ),
  hook(
    "subagent-start",
    [],
    "reads the scratchpads and tells an agent what it owes; nothing leaves the machine",
  ),
  hook(
    "subagent-stop",
    [],
    "reads an agent's scratchpad and lets it stop or not; nothing leaves the machine",
  ),
  hook(
    "stop",
    ["env", "net", "run"],
    "asks the configured language model, if there is one: a host, a variable with its key or the `claude` " +
      "program that only the configuration can name; narrowed in src/llm",
  ),
  hook("pre-compact", [], "marks the compaction in the store"),
  hook(
    "session-end",
    ["run"],
    "starts the `mneme` beside it, whose path is known only at run time; the code starts nothing else",
  ),
  {
    name: "mneme",
    entry: "src/cli/main.ts",
    keeps: ["env", "net", "run", "sys"],
    reason:
      "run by a person or an agent: looks after any file, asks the system, runs the hooks, the client and tar; of the " +
      "network it uses the model and the embeddings server, if the user's configuration names them (src/llm), and " +
      'the address that "upgrade" is given',
  },
];

function hook(name: string, keeps: readonly Permission[], reason: string): Executable {
  return { name, entry: `hooks/${name.replaceAll("-", "_")}.ts`, keeps, reason };
}
