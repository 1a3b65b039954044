import type { Step } from "./captured_call.ts";
import { MAX_LINE_UNITS, oneLine } from "./wording.ts";

/** The most units of the prompt that an observation quotes. */
export const REASON_UNITS = 90;
export const REASON_START = " — asked: “";

const SAID_START = " — said: “";
const SAID_UNITS = 200;
/** A shorter text ("good", "fixed") says nothing. */
export const LEAST_TOLD = 40;
const WHY_WEIGHT = 0.5;

/** Adds what the user had asked to a line, if that fits. */
export function withReason(text: string, prompt: string): string {
  const reason = oneLine(prompt, REASON_UNITS);
  const full = `${text}${REASON_START}${reason}”`;
  return reason === "" || full.length > MAX_LINE_UNITS ? text : full;
}

/** Adds the agent's own reason to a step, which then weighs more. */
export function withSaid(step: Step, said: string | undefined): Step {
  const why = whyIn(said ?? "");
  if (why.length < LEAST_TOLD) return step;
  return { text: `${step.text}${SAID_START}${oneLine(why, SAID_UNITS)}”`, weight: step.weight + WHY_WEIGHT };
}

/** Returns the agent's words without a last sentence that ends in a colon, as that announces the very step. */
function whyIn(said: string): string {
  const text = said.trim();
  if (!/[:：]$/.test(text)) return text;
  return text.split(/(?<=[.!?])\s+|(?<=[。！？])/).slice(0, -1).join(" ");
}

/** Returns a line without the quoted prompt and the agent's words. */
export function withoutReason(line: string): string {
  const starts = [REASON_START, SAID_START].map((start) => line.indexOf(start)).filter((at) => at >= 0);
  return starts.length === 0 ? line : line.slice(0, Math.min(...starts));
}
