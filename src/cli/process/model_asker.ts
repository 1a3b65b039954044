import type { ModelPurpose } from "../../base/model_use.ts";
import { askModel } from "../../llm/ask_model.ts";
import type { Prompt } from "../../llm/triage_prompt.ts";
import type { Paths } from "../../machine/paths.ts";
import { isExcludedProject } from "../../privacy/exclusion.ts";
import { noteModelUse } from "../../store/model_use.ts";
import type { Store } from "../../store/store.ts";
import { evaluateProject } from "../config/compile.ts";
import type { Workload } from "../frame/workload.ts";

interface AskingRun {
  readonly store: Store;
  readonly paths: Paths;
  readonly workload: Workload;
  /** Logs why a question brought no usable answer. */
  readonly log: (reason: string) => void;
}

interface ModelQuestion<T> {
  readonly project: string;
  /** Empty where the question is not about one session. */
  readonly sessionId: string;
  readonly prompt: Prompt;
  /** Decodes the answer; returns `undefined` where it does not have the requested form. */
  readonly decode: (answer: string) => T | undefined;
}

/** The result of a question: `strange` for an answer of another form, `nothing` without an answer. */
type Said<T> = { readonly kind: "said"; readonly value: T } | { readonly kind: "strange" | "nothing" };

const MAX_FAILURES = 2;

/**
 * Asks the model of `llm.provider`, at most `maxAsked` times in a run and within the time left for the run.
 * Stops after two failures in a row. Notes each question with the amount that was sent.
 */
export class ModelAsker {
  readonly #run: AskingRun;
  readonly #purpose: ModelPurpose;
  #left: number;
  #failures = 0;

  constructor(run: AskingRun, purpose: ModelPurpose, maxAsked: number) {
    this.#run = run;
    this.#purpose = purpose;
    this.#left = maxAsked;
  }

  /** Tells whether a question may be sent. Nothing is sent about a project that has been excluded since. */
  mayAsk(project: string): boolean {
    const { llm, privacy } = evaluateProject(this.#run.paths, project).settings;
    return llm.provider !== "none" && !isExcludedProject(project, privacy.exclude_projects) &&
      this.#left > 0 && this.#failures < MAX_FAILURES && !this.#run.workload.isOver;
  }

  /** Asks the model; returns `nothing` where it may not be asked or does not answer. */
  async ask<T>({ project, sessionId, prompt, decode }: ModelQuestion<T>): Promise<Said<T>> {
    if (!this.mayAsk(project)) return { kind: "nothing" };
    this.#left--;
    const { store, paths, workload, log } = this.#run;
    const answer = await askModel(prompt, {
      llm: evaluateProject(paths, project).settings.llm,
      remainingMs: workload.remainingMs,
      folder: paths.root,
      onAsked: (asked) => {
        const at = new Date().toISOString();
        noteModelUse(store, { purpose: this.#purpose, ...asked }, { sessionId, at });
      },
    });
    const value = answer.kind === "answer" ? decode(answer.text) : undefined;
    this.#failures = value === undefined ? this.#failures + 1 : 0;
    if (value !== undefined) return { kind: "said", value };
    if (answer.kind === "no key") this.#left = 0; // the next question would have none either
    log(answer.kind === "answer" ? "its answer is not of the form that was asked for" : answer.reason);
    return { kind: answer.kind === "answer" ? "strange" : "nothing" };
  }
}
