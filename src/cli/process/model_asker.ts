// Asks the configured model for `mneme process`, within the limits of a run.
import { MODEL_USE_EVENT, type ModelPurpose } from "../../base/model_use.ts";
import { askModel } from "../../llm/ask_model.ts";
import { buildPhrasesPrompt, decodePhrases } from "../../llm/process_prompts.ts";
import type { Prompt } from "../../llm/prompt.ts";
import { isSwitchedOn } from "../../machine/environment.ts";
import type { Paths } from "../../machine/paths.ts";
import { whySilent } from "../../machine/pause.ts";
import { logEvent } from "../../store/event_log.ts";
import { keepFoundPhrases, toBePhrased } from "../../store/save_memory.ts";
import type { Store } from "../../store/store.ts";
import { evaluateProject } from "../config/compile.ts";
import type { Workload } from "../frame/workload.ts";

interface AskingRun {
  readonly store: Store;
  readonly paths: Paths;
  readonly workload: Workload;
  /** `isAnswered` is true if there is an answer, but of another form. */
  readonly log: (reason: string, isAnswered: boolean) => void;
}

const MAX_FAILURES_IN_A_ROW = 2;

export type ModelAsker = ReturnType<typeof modelAsker>;

/** Returns an asker that sends at most `maxAsked` questions to the model and records the size of each. */
export function modelAsker(
  { store, paths, workload, log }: AskingRun,
  purpose: ModelPurpose,
  maxAsked: number,
) {
  let [left, failures] = [maxAsked, 0];

  /** A question that the run's end would break off waits for the next run. */
  const mayAsk = (project: string, folder = project, session = "") => {
    const { settings } = evaluateProject(paths, project);
    return settings.llm.provider !== "none" &&
      whySilent(paths, settings, { project, folder, session }) === undefined &&
      left > 0 && failures < MAX_FAILURES_IN_A_ROW && workload.remainingMs > settings.llm.timeout_ms;
  };

  /** Returns what `decode` makes of the answer: `null` if nothing, `undefined` if there is no answer. */
  const ask = async <T>({ project, folder, sessionId, prompt, decode }: {
    readonly project: string;
    readonly folder?: string;
    readonly sessionId: string;
    readonly prompt: Prompt;
    readonly decode: (answer: string) => T | undefined;
  }): Promise<T | null | undefined> => {
    if (!mayAsk(project, folder, sessionId)) return undefined;
    left--;
    const answer = await askModel(prompt, {
      llm: evaluateProject(paths, project).settings.llm,
      remainingMs: workload.remainingMs,
      folder: paths.root,
      onAsked: (asked) => {
        const [data, at] = [{ purpose, ...asked }, new Date().toISOString()];
        logEvent(store, { sessionId, event: MODEL_USE_EVENT, data, durationMs: asked.ms, at });
      },
    });
    const value = answer.kind === "answer" ? decode(answer.text) : undefined;
    failures = value === undefined ? failures + 1 : 0;
    if (value !== undefined) return value;
    if (answer.kind === "no key") left = 0;
    if (answer.kind === "no key" && isSwitchedOn("MNEME_CHILD")) return undefined; // hooks pass on no keys
    const isAnswered = answer.kind === "answer";
    log(isAnswered ? "its answer is not of the form that was asked for" : answer.reason, isAnswered);
    return isAnswered ? null : undefined;
  };

  return { mayAsk, ask };
}

/** The most memories that are looked at: more than are asked about, as some projects allow no questions. */
const MAX_LOOKED_AT = 1000;
const MEMORIES_AT_ONCE = 10;
export const MAX_QUESTIONS = 3; // in a run: users are told that at most 30 memories are sent after a session

/** Returns how many memories got phrases from a model. User memories have the settings of `everywhere`. */
export async function phraseMemories(store: Store, asker: ModelAsker, everywhere: string): Promise<number> {
  if (!asker.mayAsk(everywhere)) return 0; // no project's own file can set a provider
  let phrased = 0;
  const waiting = toBePhrased(store, MAX_LOOKED_AT);
  for (const [project, memories] of Map.groupBy(waiting, (memory) => memory.project ?? everywhere)) {
    for (let i = 0; i < memories.length && asker.mayAsk(project); i += MEMORIES_AT_ONCE) {
      const some = memories.slice(i, i + MEMORIES_AT_ONCE);
      const decode = (answer: string) => decodePhrases(answer, some.length);
      const found = await asker.ask({ project, sessionId: "", prompt: buildPhrasesPrompt(some), decode });
      if (found !== undefined) {
        phrased += keepFoundPhrases(store, some, found ?? undefined, new Date().toISOString());
      }
    }
  }
  return phrased;
}
