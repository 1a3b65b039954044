import { dirname, join } from "node:path";
import { isFile } from "../../host/is_file.ts";
import { isSwitchedOff, type RegisteredServer, registeredServer } from "../install/mcp_place.ts";

/**
 * The server that `mneme install` has registered, when this one is the plugin's beside it: every session would be
 * offered all tools and instructions twice. `undefined` where this one is needed.
 */
export function serverBeside(): RegisteredServer | undefined {
  if (!isOfPlugin() || isSwitchedOff()) return undefined;
  // Not that of a project's own file: the client starts it only once somebody has approved it.
  const found = registeredServer("local") ?? registeredServer("user");
  return found !== undefined && found.args.join(" ") === "mcp" && canStart(found.command) ? found : undefined;
}

/** Whether this program lies in the plugin, or where the plugin's folder of programs leads. */
function isOfPlugin(): boolean {
  const root = Deno.env.get("CLAUDE_PLUGIN_ROOT");
  if (root === undefined || root === "") return false;
  try {
    return Deno.realPathSync(join(root, "programs")) === Deno.realPathSync(dirname(Deno.execPath()));
  } catch {
    return false; // there are no programs in that plugin
  }
}

/** One whose folder was removed serves nobody. */
function canStart(command: string): boolean {
  return /(^|[\\/])mneme(\.exe)?$/.test(command) && isFile(command);
}
