import { statfsSync } from "node:fs";
import { findPaths, type Paths } from "../../host/paths.ts";
import { type McpScope, type RegisteredServer, registeredServer } from "../install/mcp_place.ts";
import { ownFolder } from "../install/own_folder.ts";
import { type ScopeOptions, settingsPath } from "../install/settings_location.ts";
import { type TypedCommand, typedCommand } from "../install/typed_command.ts";
import { currentProject } from "../data_folder.ts";

/** What the checks know of the machine beside the files that they look at. */
export interface Probe {
  /** `undefined` where it cannot be told where the data folder is. */
  readonly paths: Paths | undefined;
  readonly project: string;
  readonly now: Date;
  /** The folder of the executables; `undefined` when mneme runs from its sources. */
  readonly executables: string | undefined;
  /** What a shell makes of `mneme`; `undefined` when mneme runs from its sources. */
  readonly typed: TypedCommand | undefined;
  readonly settings: readonly SettingsPlace[];
  /** The servers named `mneme` in the files that the client reads in the current folder. */
  readonly servers: readonly (RegisteredServer & { readonly scope: McpScope })[];
  /** `null` where files have no owner. */
  readonly uid: number | null;
  /** Starts a program with only these variables, no input, and a deadline. */
  start(path: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Started>;
  /** Bytes that this user may still write; `undefined` where that cannot be told. */
  freeBytes(folder: string): number | undefined;
}

/** The probe of the checks that look into the data folder. */
export interface HomeProbe extends Probe {
  readonly paths: Paths;
}

/** A settings file of the client that is read in the current folder. */
export interface SettingsPlace {
  readonly path: string;
  /** What `mneme install` is to be called with to edit it, with a leading blank. */
  readonly option: "" | " --project" | " --local";
}

/** How a program ended. */
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
    freeBytes,
  };
}

function settingsPlaces(): SettingsPlace[] {
  const places: SettingsPlace[] = [
    ...placeOf({}, ""),
    ...placeOf({ project: true }, " --project"),
    ...placeOf({ local: true }, " --local"),
  ];
  // In the home folder the user's file is the project's too.
  return places.filter(({ path }, i) => places.findIndex((other) => other.path === path) === i);
}

function placeOf(options: ScopeOptions, option: SettingsPlace["option"]): SettingsPlace[] {
  try {
    return [{ path: settingsPath(options), option }];
  } catch {
    return []; // without HOME the client has no such file either
  }
}

async function start(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Started> {
  try {
    const output = await new Deno.Command(path, {
      args: [...args],
      clearEnv: true,
      env: { ...env },
      stdin: "null",
      signal: AbortSignal.timeout(START_DEADLINE_MS),
    }).output();
    if (output.signal !== null) return { code: undefined, output: `it was ended by ${output.signal}` };
    return {
      code: output.code,
      output: new TextDecoder().decode(output.code === 0 ? output.stdout : output.stderr),
    };
  } catch (error) {
    return { code: undefined, output: error instanceof Error ? error.message : String(error) };
  }
}

function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined; // a file system that does not tell
  }
}
