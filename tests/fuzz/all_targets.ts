import type { FuzzTarget } from "./target.ts";
import { configuration } from "./targets/configuration.ts";
import { frames } from "./targets/frames.ts";
import { growth } from "./targets/growth.ts";
import { hooks } from "./targets/hooks.ts";
import { mcp } from "./targets/mcp.ts";
import { payloads } from "./targets/payloads.ts";
import { redaction } from "./targets/redaction.ts";
import { replay } from "./targets/replay.ts";
import { scratchpads } from "./targets/scratchpads.ts";
import { search } from "./targets/search.ts";
import { settingsFiles } from "./targets/settings_files.ts";
import { shell } from "./targets/shell.ts";
import { spool } from "./targets/spool.ts";
import { transcripts } from "./targets/transcripts.ts";

/** Whatever comes from outside, the cheap ones first. */
export const TARGETS: readonly FuzzTarget[] = [
  payloads,
  transcripts,
  configuration,
  settingsFiles,
  shell,
  search,
  scratchpads,
  redaction,
  frames,
  growth,
  spool,
  replay,
  mcp,
  hooks,
];
