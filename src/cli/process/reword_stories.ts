import { isExcludedProject } from "../../core/exclusion.ts";
import { buildStoryPrompt, decodeStory, type StoryMaterial } from "../../core/refinement/story_prompt.ts";
import { MAX_SUMMARY_UNITS } from "../../core/session_summary.ts";
import { askModel } from "../../host/llm/ask_model.ts";
import type { Paths } from "../../host/paths.ts";
import { evaluateProject } from "../config/compile.ts";
import type { Workload } from "./workload.ts";

/** Puts the summary of a project's session into a model's words; `undefined` where it cannot or shall not. */
export type Reword = (project: string, material: StoryMaterial) => Promise<string | undefined>;

/** More would make a run long and dear; the others keep what was written without a model. */
const MAX_ASKED = 10;
const MAX_FAILURES = 2;

/**
 * A summary by the model of `llm.provider`, within its deadline and what is left of the run; without a provider none,
 * and none of a project that was excluded since.
 * After two failures in a row nobody is asked again in this run.
 */
export function rewordStories(paths: Paths, workload: Workload, log: (reason: string) => void): Reword {
  let [asked, failures] = [0, 0];
  return async (project, material) => {
    const { llm, privacy } = evaluateProject(paths, project).settings;
    if (isExcludedProject(project, privacy.exclude_projects)) return undefined;
    if (llm.provider === "none" || asked >= MAX_ASKED || failures >= MAX_FAILURES) return undefined;
    asked++;
    const options = { llm, remainingMs: workload.remainingMs, folder: paths.root };
    const answer = await askModel(buildStoryPrompt(material), options);
    const text = answer.kind === "answer" ? decodeStory(answer.text, MAX_SUMMARY_UNITS) : undefined;
    failures = text === undefined ? failures + 1 : 0;
    if (text === undefined) {
      const reason = answer.kind === "answer"
        ? "its answer is not of the form that was asked for"
        : answer.reason;
      log(`Cannot have a session summed up by a model: ${reason}; it is summed up without one`);
    }
    return text;
  };
}
