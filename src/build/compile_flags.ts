import type { Executable } from "./executables.ts";

/** To leave bytecode as it is first written, where most of it runs a few times, saves 0.3 ms of compiling, at stop 0.8. */
const AS_WRITTEN =
  "--no-ignition-reo,--no-ignition-elide-noneffectful-bytecodes,--no-ignition-elide-redundant-tdz-checks";
/** A pattern is compiled at once, and not by way of the bytecode that it is not run as: 0.2 ms for a large text. */
const PATTERNS = "--no-regexp-assemble-from-bytecode";
/**
 * A hook is gone before V8's helper threads could help it (starting them costs 0.4 ms), and before a function that is
 * compiled again because it is warm could pay that back (0.2 ms). With this much room for what it makes nothing has to
 * be collected, 1 ms for a payload of a megabyte. WebAssembly looks at such a payload once: to compile it again because
 * it is warm takes 1 ms, too.
 */
const HOOK_ENGINE =
  `--single-threaded,--no-sparkplug,--no-wasm-dynamic-tiering,--min-semi-space-size=4,${PATTERNS},${AS_WRITTEN}`;
/**
 * A hook runs nearly all that it loads: to read the functions first and compile them at their first call costs 0.4 ms
 * more than to compile all at once. What starts processes loads much of the runtime's own code for it, of which little
 * is run: there, all at once costs 4 ms more.
 */
const AT_ONCE = ",--no-lazy";
/**
 * Triage is long enough for its functions to become warm, and too short for most that are optimised to pay that back:
 * a stop of 50 messages takes 12 ms less when only what is called thousands of times is, and a conversation of 600 KB
 * a quarter less when that is never done twice. Feedback from the first call on serves it more than machine code
 * without any, and with room for all that it makes nothing has to be collected: 1 and 0.4 ms. It starts a process only
 * to ask a model.
 */
const STOP_ENGINE =
  `--single-threaded,--no-lazy,--no-opt,--no-sparkplug,--no-lazy-feedback-allocation,${PATTERNS},${AS_WRITTEN},` +
  "--min-semi-space-size=16,--invocation-count-for-maglev=4000,--invocation-count-for-maglev-osr=1000";

/** What the executable may do, how its engine starts, and what it holds beside its code. */
export function compileFlags(executable: Executable): string[] {
  const { name, permissions, assets, texts = [] } = executable;
  const included = [
    ...assets === undefined ? [] : ["build/grammars"],
    ...texts.map((text) => `build/bundles/${name}/${text.slice(text.lastIndexOf("/") + 1)}`),
  ];
  return [...engineFlags(executable), ...included.map((path) => `--include=${path}`), ...permissions];
}

function engineFlags({ name, entry, permissions }: Executable): string[] {
  if (!entry.startsWith("hooks/")) return [];
  if (name === "stop") return [`--v8-flags=${STOP_ENGINE}`];
  const startsProcesses = permissions.some((permission) => permission.startsWith("--allow-run"));
  return [`--v8-flags=${HOOK_ENGINE}${startsProcesses ? "" : AT_ONCE}`];
}
