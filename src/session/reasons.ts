import type { Step } from "./captured_call.ts";
import { MAX_LINE_UNITS, oneLine } from "./wording.ts";

/** The most UTF-16 units of a prompt that an observation quotes. */
export const REASON_UNITS = 90;
export const REASON_START = " — asked: “";

const SAID_START = " — said: “";
const SAID_UNITS = 200;
/** The least UTF-16 units of a text worth quoting; shorter ones say no more than "good" or "fixed". */
export const LEAST_QUOTED_UNITS = 40;
const WHY_WEIGHT = 0.5;

/** Adds to a line the prompt that asked for the work, if that fits. */
export function withReason(text: string, prompt: string): string {
  const reason = oneLine(prompt, REASON_UNITS);
  const full = `${text}${REASON_START}${reason}”`;
  return reason === "" || full.length > MAX_LINE_UNITS ? text : full;
}

/** Adds to a step the agent's own text before it, if that says enough; the step then weighs more. */
export function withSaid(step: Step, said: string | undefined): Step {
  const why = whyIn(said ?? "");
  if (why.length < LEAST_QUOTED_UNITS) return step;
  return { text: `${step.text}${SAID_START}${oneLine(why, SAID_UNITS)}”`, weight: step.weight + WHY_WEIGHT };
}

/** Removes a last sentence that ends with a colon: it only announces the step itself. */
function whyIn(said: string): string {
  const text = said.trim();
  if (!/[:：]$/.test(text)) return text;
  return text.split(/(?<=[.!?])\s+|(?<=[。！？])/).slice(0, -1).join(" ");
}

/** Returns a line without the words that `withReason` and `withSaid` added. */
export function withoutReason(line: string): string {
  const starts = [REASON_START, SAID_START].map((start) => line.indexOf(start)).filter((at) => at >= 0);
  return starts.length === 0 ? line : line.slice(0, Math.min(...starts));
}
