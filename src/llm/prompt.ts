// The parts of a conversation that a model is sent, the prompt about findings, and the verdicts that it answers.
import type { Message } from "../base/conversation.ts";
import type { Evidence, Finding } from "../base/triage_types.ts";
import { MEMORY_CATEGORIES } from "../memory/memory_text.ts";
import { cleanText } from "../privacy/clean.ts";
import { cutEnd } from "../base/cut.ts";
import { NOT_SHOWN } from "../base/frame.ts";
import { asObjects, asTexts, parseJson, type WireObject } from "../base/json.ts";
import { fittingPhrases, MAX_PHRASE_CHARACTERS } from "../memory/recall_phrases.ts";
import instructions from "./instructions.json" with { type: "json" };

export type EvidenceWindow = readonly ReturnType<typeof shownMessages>[number][];

/** The limits of a message: the lengths of texts in UTF-16 units, and the number of tool calls. */
const MAX_SAID_UNITS = 12_000;
const MAX_TOOL_UNITS = 160;
const MAX_TOOLS = 40;
const CUT = " […] "; // the mark in the place of a middle that was cut out

/** Returns the messages that fit into `maxUnits`, in their order. Those with evidence are chosen first, newest first. */
export function evidenceWindow(
  messages: readonly Message[],
  { maxUnits, evidence }: {
    readonly maxUnits: number;
    /** The byte offsets of the messages with findings. */
    readonly evidence: ReadonlySet<number>;
  },
): EvidenceWindow {
  const shown = shownMessages(messages);
  const rank = ({ offset }: EvidenceWindow[number]) => evidence.has(offset) ? 0 : 1;
  const kept = new Set(firstWithin(shown.toReversed().sort((a, b) => rank(a) - rank(b)), maxUnits));
  return shown.filter((message) => kept.has(message));
}

export function firstWithin(messages: EvidenceWindow, maxUnits: number): EvidenceWindow {
  let units = 0;
  const end = messages.findIndex(({ said, tools }) =>
    (units += said.length + tools.join("").length) > maxUnits
  );
  return end < 0 ? messages : messages.slice(0, end);
}

/**
 * Returns the messages as they may leave this machine: without secrets, private parts, tool output and the middle of
 * long texts. `tools` has a line for each tool call: its name and the file or command.
 */
export function shownMessages(messages: readonly Message[]) {
  return messages.map(({ uuid, offset, role, text, toolUses }) => {
    const tools = toolUses.slice(0, MAX_TOOLS).map(({ name, file, command = file }) => {
      const line = command === undefined ? name : `${name}: ${command}`;
      return sendable(line, MAX_TOOL_UNITS).replace(/\s+/g, " ");
    });
    return { uuid, offset, role, said: sendable(text, MAX_SAID_UNITS), tools };
  }).filter(({ said, tools }) => said !== "" || tools.length > 0);
}

export function asData(window: EvidenceWindow): readonly object[] {
  return window.map(({ role, said, tools }) => ({
    from: role,
    ...(said === "" ? {} : { said }),
    ...(tools.length === 0 ? {} : { tools }),
  }));
}

/** Returns a text without secrets and private parts. If it is longer than `maxUnits`, its middle is cut out. */
export function sendable(text: string, maxUnits: number): string {
  const clean = cleanText(text, { redactSecrets: true }).trim();
  if (clean.length <= maxUnits) return clean;
  const head = Math.ceil((maxUnits - CUT.length) * 0.6); // mostly, the beginning says more than the end
  const tail = maxUnits - CUT.length - head;
  return `${clean.slice(0, head)}${CUT}${clean.slice(clean.length - tail)}`.toWellFormed();
}

export interface Prompt {
  readonly system: string;
  /** The data as JSON in one element, which no text in the data can close. */
  readonly user: string;
}

const MAX_FINDING_UNITS = 600; // the longest text and quotation of a finding that are sent, in UTF-16 units

/** Returns the prompt about findings, which it calls candidates. Candidate `n` is `findings[n - 1]`. */
export function buildPrompt(findings: readonly Finding[], window: EvidenceWindow): Prompt {
  const data = {
    conversation: asData(window),
    candidates: findings.map(({ category, score, text, evidence }, i) => ({
      id: i + 1,
      category,
      score: Math.round(score * 100) / 100,
      text: sendable(text, MAX_FINDING_UNITS),
      quote: sendable(evidence.quote, MAX_FINDING_UNITS),
    })),
  };
  return promptOf("candidates", data);
}

/** The words in braces in `instructions.json` with what stands for them. */
const FILLED: Readonly<Record<string, string | number>> = {
  categories: instructions.categories.join("\n"),
  recall_when: instructions.recall_when,
  characters: MAX_PHRASE_CHARACTERS,
};

/** Returns a prompt with instructions and data. `<` and `>` in the data are escaped, so that it cannot contain a tag. */
export function promptOf(task: "candidates" | "look_back" | "phrases", data: unknown): Prompt {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e")
    .replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  const system = instructions[task].join("\n").replace(/\{(\w+)\}/g, (_, name) => `${FILLED[name]}`);
  return { system, user: `<data>\n${json}\n</data>\nGive your answer about this data.` };
}

export type Verdict =
  | { readonly kind: "confirm" | "reject" }
  | { readonly kind: "reword"; readonly text: string };

/** Verdicts by the findings' numbers in the prompt, and additions of the model, not yet checked against the conversation. */
export type Verdicts = NonNullable<ReturnType<typeof decodeVerdicts>>;

const MAX_ENTRIES = 100; // the most verdicts and additions that are read, more than any reasonable answer has

/** Decodes a model's answer; `undefined` without JSON of this form. Leaves out invalid entries, and second verdicts. */
export function decodeVerdicts(answer: string) {
  // A model may print its reasoning or a draft before the answer, and remarks after it.
  const found = objectsIn(answer).findLast(({ verdicts }) => Array.isArray(verdicts));
  if (!Array.isArray(found?.verdicts)) return undefined;
  const byId = new Map<number, Verdict>();
  for (const { id: given, verdict, text } of asObjects(found.verdicts.slice(0, MAX_ENTRIES))) {
    // Models without schema support often quote numbers.
    const id = typeof given === "string" && /^\d{1,9}$/.test(given) ? Number(given) : given;
    if (typeof id !== "number" || byId.has(id)) continue;
    if (verdict === "confirm" || verdict === "reject") byId.set(id, { kind: verdict });
    else if (verdict === "reword" && typeof text === "string") byId.set(id, { kind: "reword", text });
  }
  const additions = asObjects(found.additions).slice(0, MAX_ENTRIES).flatMap((addition) => {
    const { category, text, quote, recall_when } = addition;
    const known = MEMORY_CATEGORIES.find((one) => one === category);
    if (known === undefined || typeof text !== "string" || typeof quote !== "string") return [];
    return [{ category: known, text, quote, recallWhen: asTexts(recall_when) }];
  });
  return { byId, additions };
}

/** Matches a brace, or a whole string of JSON, so that a brace inside it is not found. */
const BRACE = /(?<!\\)"[^"\\\n]*(?:\\.[^"\\\n]*)*"(?=\s*[:,\]}])|[{}]/g;

const MAX_NESTED = 5; // an answer is not nested so deep; each level is parsed again

/** Returns the JSON objects in a text, also inner ones, in the order of their ends. */
function objectsIn(text: string): WireObject[] {
  const starts: number[] = [];
  return asObjects([...text.matchAll(BRACE)].map(({ 0: found, index }) => {
    if (found === "{") starts.push(index);
    const start = found === "}" ? starts.pop() : undefined;
    return start === undefined || starts.length > MAX_NESTED
      ? undefined
      : parseJson(text.slice(start, index + 1));
  }));
}

export const MAX_ADDITIONS = 5; // the most additions of one answer, as the prompt asks for at most five

const MAX_TEXT_UNITS = 400; // the longest text and quotation that are stored, in UTF-16 units
const MAX_QUOTE_UNITS = 600;
/** The shortest quotation without blanks, in UTF-16 units, also in Chinese. A shorter one is in any conversation. */
const MIN_QUOTE_UNITS = 3;
const CERTAIN = 1; // the score of a finding that a model has confirmed: no setting has a higher threshold

/**
 * Applies verdicts: rejected findings go, confirmed and reworded ones are `CERTAIN`, the others stay. An addition
 * joins if a message holds its quotation. Candidate `n` of the prompt is `findings[n - 1]`. Highest score first.
 */
export function applyVerdicts(findings: readonly Finding[], verdicts: Verdicts, window: EvidenceWindow) {
  const result = findings.flatMap((finding, i) => judge(finding, verdicts.byId.get(i + 1)));
  const messages = window.map((message) => ({ ...message, dense: dense(message.said) }));
  let added = 0;
  for (const addition of verdicts.additions) {
    if (added === MAX_ADDITIONS) break;
    const finding = decideAddition(addition, messages);
    if (finding === undefined || result.some((other) => isSame(other, finding))) continue;
    result.push(finding);
    added++;
  }
  return result.sort((a, b) => b.score - a.score);
}

function judge(finding: Finding, verdict: Verdict | undefined): Finding[] {
  if (verdict === undefined) return [finding];
  if (verdict.kind === "reject") return [];
  const text = verdict.kind === "reword" ? modelText(verdict.text) : undefined;
  const name = text === undefined ? "llm: confirmed" : "llm: reworded";
  const cues = [{ name, weight: CERTAIN - finding.score }, ...finding.cues]; // weights make the score
  return [{ ...finding, score: CERTAIN, text: text ?? finding.text, cues }];
}

function decideAddition(
  { category, text: said, quote, recallWhen }: Verdicts["additions"][number],
  messages: readonly Quotable[],
): Finding | undefined {
  const text = modelText(said);
  // A preference counts only in the user's own words.
  const quotable = category === "PREFERENCE" ? messages.filter(({ role }) => role === "user") : messages;
  const evidence = findQuote(quote, quotable);
  if (text === undefined || evidence === undefined || category === "SESSION_SUMMARY") return undefined;
  const cues = [{ name: "llm: added", weight: CERTAIN }];
  const phrases = fittingPhrases(recallWhen, (phrase) => cleanText(phrase, { redactSecrets: true }));
  return { category, score: CERTAIN, text, evidence, cues, recallWhen: phrases };
}

const modelText = (text: string): string | undefined => cutEnd(cleanLine(text), MAX_TEXT_UNITS) || undefined;

/** Returns a model's text as one well-formed line without secrets and without private and invisible parts. */
export function cleanLine(text: string): string {
  return cleanText(text, { redactSecrets: true }).replace(NOT_SHOWN, " ").trim().toWellFormed();
}

type Quotable = EvidenceWindow[number] & { readonly dense: string };

function findQuote(quote: string, messages: readonly Quotable[]): Evidence | undefined {
  const wanted = dense(quote);
  if (wanted.length < MIN_QUOTE_UNITS) return undefined;
  const place = messages.findLast((message) => message.dense.includes(wanted));
  const shown = quote.replace(/\s+/g, " ").trim().slice(0, MAX_QUOTE_UNITS).toWellFormed();
  return place && { uuid: place.uuid, offset: place.offset, quote: shown };
}

/** Removes all whitespace, as models often change line ends and indentation in a quotation. */
const dense = (text: string): string => text.replace(/\s+/g, "");

function isSame(a: Finding, b: Finding): boolean {
  if (a.category !== b.category) return false;
  if (dense(a.text).toLowerCase() === dense(b.text).toLowerCase()) return true;
  const [quoteA, quoteB] = [dense(a.evidence.quote), dense(b.evidence.quote)];
  return quoteA !== "" && quoteB !== "" && (quoteA.includes(quoteB) || quoteB.includes(quoteA));
}
