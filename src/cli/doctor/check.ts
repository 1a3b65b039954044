// The form of a check of `mneme doctor`, and the facts that checks use.
import { join } from "node:path";
import { orUndefined } from "../../base/or_undefined.ts";
import { reasonOf } from "../../base/user_error.ts";
import { findPaths, type Paths } from "../../machine/paths.ts";
import { registeredServer } from "../registration/mcp_step.ts";
import { CURRENT, ownFolder, packageRoot, typedCommand, versionsRoot } from "../registration/own_folder.ts";
import { readPlace } from "../registration/registered_hooks.ts";
import { managedFolder, SCOPES, settingsPlaces } from "../registration/settings_file.ts";
import { thisProject } from "../frame/home.ts";
import { plainLine } from "../frame/plain_text.ts";

/** `warn`: mneme works, but the user should know. `fail`: something does not work. */
export type Level = "ok" | "warn" | "fail";

/** Repairs a finding. Returns a sentence about it, or `undefined` if nothing was left to do. */
export type Repair = () => string | undefined;

export type Finding = Readonly<{ check: string; level: Level; text: string; fix?: string; repair?: Repair }>;

export type Report = (text: string, fix?: string, repair?: Repair) => void;

/** Checks one thing synchronously. Returns a sentence, which is used only if nothing was reported. */
type Look<P> = (probe: P, warn: Report, fail: Report, ok: Report) => string | void;

/** Makes an `ok` finding of the sentence that `look` returns, and a `fail` of an error. */
export function check<P>(name: string, look: Look<P>): (probe: P) => Finding[] {
  return (probe) => {
    const findings: Finding[] = [];
    const report = (level: Level): Report => (text, fix, repair) => {
      findings.push({ check: name, level, text, ...(fix && { fix }), ...(repair && { repair }) });
    };
    const [warn, fail, ok] = [report("warn"), report("fail"), report("ok")];
    try {
      const text = look(probe, warn, fail, ok);
      if (findings.length === 0 && text !== undefined) ok(text);
    } catch (error) {
      fail(`This could not be checked: ${plainLine(reasonOf(error), 300)}`, "see the file, if one is named");
    }
    return findings;
  };
}

export type Probe = Readonly<ReturnType<typeof systemProbe>> & {
  /** True if other agents have mneme, so that Claude Code need not. */
  readonly hasOthers?: boolean;
};

export type HomeProbe = Probe & { readonly paths: Paths };

const START_DEADLINE_MS = 10_000;

export function systemProbe() {
  const own = Deno.build.standalone ? ownFolder() : undefined;
  const root = packageRoot(own);
  const isPackage = root !== undefined;
  const binFolder = isPackage ? orUndefined(() => join(versionsRoot(), CURRENT)) : own;
  const typed = binFolder === undefined ? undefined : typedCommand(binFolder);
  return {
    paths: findPaths(),
    project: thisProject(),
    now: new Date(),
    /** True if mneme runs from an npm package. Agents then have the copy that `mneme install` has made. */
    isPackage,
    /** The folder of the executables, or of that copy; `undefined` from sources, or without a home for the copy. */
    binFolder,
    /** Tells what a shell starts for `mneme`; `isThis`: it is the copy or package. `undefined` without `binFolder`. */
    typed: typed && { ...typed, isThis: typed.isThis || (isPackage && packageRoot(typed.found) === root) },
    settings: settingsPlaces().map(readPlace),
    managed: readPlace({ path: join(managedFolder(), "managed-settings.json"), scope: "user" }),
    /** The servers named `mneme` that the client finds in the current folder. */
    servers: SCOPES.flatMap((scope) => registeredServer(scope) ?? []),
    /** `null` on systems where files have no owner. */
    uid: Deno.uid(),
    start,
  };
}

/** Runs a program with a deadline, only these variables and no input. Without an exit code, `output` says why. */
async function start(path: string, words: readonly string[], variables: Readonly<Record<string, string>>) {
  const [args, env, signal] = [[...words], { ...variables }, AbortSignal.timeout(START_DEADLINE_MS)];
  try {
    const run = await new Deno.Command(path, { args, clearEnv: true, env, stdin: "null", signal }).output();
    if (signal.aborted) return { code: undefined, output: `it took over ${START_DEADLINE_MS} ms` };
    if (run.signal !== null) return { code: undefined, output: `it was ended by ${run.signal}` };
    return { code: run.code, output: new TextDecoder().decode(run.code === 0 ? run.stdout : run.stderr) };
  } catch (error) {
    return { code: undefined, output: reasonOf(error) };
  }
}
