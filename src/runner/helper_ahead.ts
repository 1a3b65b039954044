import { isPlainName } from "../core/scratchpad/agent_name.ts";
import { localDay } from "../core/scratchpad/local_day.ts";
import { isoTime } from "../core/iso_time.ts";
import { isLogged } from "../core/settings.ts";
import { isPaused, readPauses } from "../host/pause.ts";
import { findPaths, type Paths } from "../host/paths.ts";
import { hasScratchpads, scratchpadFolder } from "../host/scratchpad_folder.ts";
import { spoolWrites } from "../host/spool.ts";
import type { CommonFields } from "../wire/common.ts";
import type { Reply } from "../wire/reply.ts";
import { findLaunchPlace, type LaunchPlace } from "./launch_place.ts";
import { sessionIdOf } from "./session_id.ts";

const NOTHING: Reply = {};
/** What a check says that has found all in order. */
const PASS: Reply = { isEmpty: true };

/**
 * The answer to a helper that ends and owes no scratchpad, or has left it: most do. That it ended goes to the spool,
 * as nobody waits for it and the database alone would cost more than all of this. `undefined` where a closer look is
 * needed.
 */
export async function answerHelper(event: CommonFields): Promise<Reply | undefined> {
  if (event.agentType === undefined) return NOTHING;
  const paths = findPaths();
  if (paths === undefined) return undefined;
  const place = await findLaunchPlace(event.cwd, paths);
  const { hooks, log, privacy } = place.settings;
  if (privacy.exclude_projects.length > 0 || !place.isNamed || isLogged("data", log.level)) return undefined;
  if (!hooks.subagent_stop.enabled) return NOTHING;
  const session = sessionIdOf(event);
  const now = Date.now();
  if (isPaused(readPauses(paths), { project: place.project, session, now })) return NOTHING;
  const reply = await owes(event.agentType, place);
  if (reply === undefined || !spoolEnd(event, { paths, project: place.project, session, now })) {
    return undefined;
  }
  return reply;
}

/** What an agent is told that owes nothing any more; `undefined` for all others. */
async function owes(agentType: string, { folder, settings }: LaunchPlace): Promise<Reply | undefined> {
  const { enforce, exempt_agents, sections } = settings.scratchpad;
  if (enforce === "never" || (enforce === "auto" && !hasScratchpads(folder))) return NOTHING;
  if (exempt_agents.includes(agentType)) return PASS;
  if (!isPlainName(agentType)) return undefined;
  const { ScratchpadFiles } = await import("../host/scratchpad_files.ts");
  const { isPlainlyComplete } = await import("../core/scratchpad/plainly_complete.ts");
  const content = new ScratchpadFiles(scratchpadFolder(folder)).read(agentType, localDay(new Date()));
  return content.kind === "text" && isPlainlyComplete(content.text, sections) ? PASS : undefined;
}

interface HelperEnd {
  readonly paths: Paths;
  readonly project: string;
  readonly session: string;
  readonly now: number;
}

/** False where it cannot be written there. */
function spoolEnd(event: CommonFields, { paths, project, session, now }: HelperEnd): boolean {
  try {
    spoolWrites(paths, [{
      kind: "event-logged",
      session: { sessionId: session, project, cwd: event.cwd ?? null },
      at: isoTime(now),
      event: "hook.subagent_stop",
      subject: event.agentId ?? null,
      data: { agent_id: event.agentId, agent_type: event.agentType },
      durationMs: Math.round(performance.now() * 100) / 100,
    }]);
    return true;
  } catch {
    return false;
  }
}
