import { reasonOf } from "../../base/user_error.ts";
import { findPaths, type Paths } from "../../machine/paths.ts";
import { type McpScope, type RegisteredServer, registeredServer } from "../registration/mcp_step.ts";
import { ownFolder, type TypedCommand, typedCommand } from "../registration/own_folder.ts";
import { type SettingsPlace, settingsPlaces } from "../registration/settings_file.ts";
import { currentProject } from "../frame/data_folder.ts";

/** Holds what the checks know of the machine beside the files that they look at. */
export interface Probe {
  /** `undefined` where it cannot be told where the data folder is. */
  readonly paths: Paths | undefined;
  readonly project: string;
  readonly now: Date;
  /** The folder of the executables; `undefined` when mneme runs from its sources. */
  readonly executables: string | undefined;
  /** Holds what a shell makes of the word `mneme`; `undefined` when mneme runs from its sources. */
  readonly typed: TypedCommand | undefined;
  readonly settings: readonly SettingsPlace[];
  /** The servers named `mneme` in the files that the client reads in the current folder. */
  readonly servers: readonly (RegisteredServer & { readonly scope: McpScope })[];
  /** `null` where files have no owner. */
  readonly uid: number | null;
  /** Starts a program with only these variables, no input, and a deadline. */
  start(path: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Started>;
}

/** The probe of the checks that look into the data folder. */
export interface HomeProbe extends Probe {
  readonly paths: Paths;
}

/** The end of a program. */
export interface Started {
  /** `undefined`: it could not be started, or did not end in time; `output` says why. */
  readonly code: number | undefined;
  readonly output: string;
}

const MCP_SCOPES = ["user", "project", "local"] as const;
const START_DEADLINE_MS = 10_000;

/** The probe of this machine. */
export function systemProbe(): Probe {
  const executables = Deno.build.standalone ? ownFolder() : undefined;
  return {
    paths: findPaths(),
    project: currentProject(),
    now: new Date(),
    executables,
    typed: executables === undefined ? undefined : typedCommand(executables),
    settings: settingsPlaces(),
    servers: MCP_SCOPES.flatMap((scope) => {
      const server = registeredServer(scope);
      return server === undefined ? [] : [{ ...server, scope }];
    }),
    uid: Deno.uid(),
    start,
  };
}

async function start(
  path: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Started> {
  const [args, env, signal] = [[...words], { ...variables }, AbortSignal.timeout(START_DEADLINE_MS)];
  try {
    const run = await new Deno.Command(path, { args, clearEnv: true, env, stdin: "null", signal }).output();
    if (run.signal !== null) return { code: undefined, output: `it was ended by ${run.signal}` };
    return { code: run.code, output: new TextDecoder().decode(run.code === 0 ? run.stdout : run.stderr) };
  } catch (error) {
    return { code: undefined, output: reasonOf(error) };
  }
}
