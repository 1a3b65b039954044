import { registrationLine } from "../install/mcp_step.ts";
import type { McpScope } from "../install/mcp_place.ts";
import { type Finding, ok, warn } from "./finding.ts";
import { enabledPlugin } from "./plugin.ts";
import type { Probe, SettingsPlace } from "./probe.ts";
import { readPlace } from "./registered_hooks.ts";

const CHECK = "server";
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
  if (probe.isServerRegistered) return [ok(CHECK, "The MCP server is registered")];
  const place = { scope: SCOPES[installed.place.option], executables: probe.executables };
  return [warn(CHECK, "No MCP server of mneme is registered: sessions have the hooks, but not the tools", {
    fix: registrationLine(place),
  })];
}
