import { registrationLine } from "../install/mcp_step.ts";
import type { McpScope } from "../install/mcp_place.ts";
import { isFile } from "../../host/is_file.ts";
import { programOnPath } from "../../host/program_on_path.ts";
import { type Finding, ok, warn } from "./finding.ts";
import { enabledPlugin } from "./plugin.ts";
import type { Probe, SettingsPlace } from "./probe.ts";
import { readPlace } from "./registered_hooks.ts";

const CHECK = "server";
const WITHOUT = "sessions have the hooks, but not the tools";
const SCOPES: Readonly<Record<SettingsPlace["option"], McpScope>> = {
  "": "user",
  " --project": "project",
  " --local": "local",
};

/** Whether sessions that have the hooks have the tools, too: `mneme install` may not have found the client. */
export function checkServer(probe: Probe): Finding[] {
  const readings = probe.settings.map(readPlace);
  const installed = readings.find(({ hooks }) => hooks.length > 0);
  const hasPlugin = enabledPlugin(readings) !== undefined;
  if (installed === undefined || hasPlugin || probe.executables === undefined) return [];
  const lost = probe.servers.find(({ command }) => !canBeStarted(command));
  if (lost !== undefined) {
    const text = `The MCP server is registered as ${lost.command}, which is not there: ${WITHOUT}`;
    const option = lost.scope === "user" ? "" : ` --${lost.scope}`;
    return [warn(CHECK, text, { fix: `mneme install${option}` })];
  }
  if (probe.servers.length > 0) return [ok(CHECK, "The MCP server is registered")];
  const place = { scope: SCOPES[installed.place.option], executables: probe.executables };
  return [warn(CHECK, `No MCP server of mneme is registered: ${WITHOUT}`, {
    fix: registrationLine(place),
  })];
}

/** Of a name alone the client looks along its PATH, which is mostly that of the shell it was started in. */
function canBeStarted(command: string): boolean {
  return isFile(command) || (!/[\\/]/.test(command) && programOnPath(command) !== undefined);
}
