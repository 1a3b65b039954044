/// <reference lib="dom" />
// The steps of a session (prompts, answers, tool calls …) as lines, and the turn in which a memory was found.
import type { Answers, ListedMemory, RowOf } from "../../cli/view/reads.ts";
import { isFailure } from "../step_filter.ts";
import { COPY } from "./ask.ts";
import { Age, amount, categoryName, clock, ItemLink, Loading, timeAfter } from "./parts.tsx";
import { useAnswer } from "./state.ts";

type Step = RowOf<"session">;
type Labels = Answers["session"]["labels"];

const KINDS: Readonly<Record<Step["kind"], string>> = {
  prompt: "You",
  answer: "Agent",
  call: "Tool",
  told: "Told",
  asked: "Asked",
  noted: "Note",
  saved: "Saved",
  prediction: "Prediction",
  compaction: "Compaction",
};

/** One step. With `links` the text is a link to the item. */
export function StepLine({ step, labels = {}, time, links }: {
  readonly step: Step;
  /** The texts of memories by id, for the steps in which a stop asked the agent to save one. */
  readonly labels?: Labels;
  /** The text for its time; by default the time of day, or the day if that is not today. */
  readonly time?: string;
  readonly links?: true;
}) {
  const { kind, at, name, id } = step;
  const text = textOf(step, labels);
  return (
    <>
      <span class="row-head">
        <b class="quiet" data-kind={kind}>{kind === "call" ? name : KINDS[kind]}</b>
        <time class="quiet" dateTime={at} title={new Date(at).toLocaleString()}>{time ?? clock(at)}</time>
        <Outcome step={step} />
      </span>
      <span class="row-text">{links && id !== null ? <ItemLink id={id}>{text}</ItemLink> : text}</span>
    </>
  );
}

function Outcome({ step: { kind, outcome } }: { readonly step: Step }) {
  if (outcome === null) return null;
  const isGood = kind === "told" || outcome === "confirmed" || /:pass$/.test(outcome);
  const isBad = outcome === "falsified" || isFailure(outcome);
  return (
    <span class={`outcome ${isGood ? "good" : isBad ? "bad" : ""}`}>
      {kind === "told" ? `${outcome} opened` : outcome}
    </span>
  );
}

function textOf({ kind, text, name, id, tokens }: Step, labels: Labels): string {
  switch (kind) {
    case "told": {
      const items = text === "0" ? "" : `${amount(Number(text), "item")}, `; // `text`: the number of items
      return `${items}${amount(tokens ?? 0, "token")} at ${momentName(name)}`;
    }
    case "asked":
      return `to save: ${labels[id ?? ""] ?? categoryName(name ?? "")}`;
    case "noted":
      return "the next prompt was told that the turn may be worth remembering";
    case "compaction":
      return "a new context window began";
    default:
      return text === "" ? "(nothing more is kept)" : text;
  }
}

const MOMENTS: Readonly<Record<string, string>> = {
  start: "the start",
  compaction: "a compaction",
  helper: "the start of a subagent",
  prompt: "a prompt",
  "taken back": "a prompt that was taken back",
  file: "a file that was read",
  failure: "a failure",
  premortem: "a failed test run or build",
};

/** Returns a phrase for the kind of a telling, that is, for the occasion on which a hook printed items. */
export function momentName(hook: string | null): string {
  return MOMENTS[hook ?? ""] ?? hook ?? "";
}

function withoutSession({ session_id }: ListedMemory): string {
  if (session_id === null) return "It was saved outside of any session.";
  // A read-only copy of the page with one project leaves out the sessions of other projects.
  return COPY === undefined ? "Its session is not kept any more." : "Its session is not in this copy.";
}

function Quoted({ text, quote }: { readonly text: string; readonly quote: string }) {
  const at = text.indexOf(quote);
  return (
    <>
      {text.slice(0, at)}
      <mark>{quote}</mark>
      {text.slice(at + quote.length)}
    </>
  );
}

/** The turn in which a memory was found: the prompt, the quoted message, the steps around it. */
export function TurnOfMemory({ memory }: { readonly memory: ListedMemory }) {
  const { data, error } = useAnswer("surroundings", { id: memory.id });
  if (data === undefined && error === undefined) return <Loading />;
  // A copy has `surroundings` only for items of the inbox; for other memories the request fails.
  const { prompt, message, steps } = data ?? { prompt: null, message: null, steps: [] };
  const { before, quote, after } = message ?? { before: "", quote: memory.quote, after: "" };
  const isInPrompt = quote !== "" && prompt?.text.includes(quote);
  if (memory.session === null && !prompt && quote === "" && steps.length === 0) {
    return <p class="quiet">{withoutSession(memory)}</p>;
  }
  return (
    <>
      {memory.session && (
        <p class="quiet">
          In <ItemLink id={memory.session.id}>{memory.session.title ?? memory.session.id}</ItemLink>
          {prompt && (
            <>
              , <ItemLink id={prompt.id}>in this turn</ItemLink>
            </>
          )}
        </p>
      )}
      {prompt && (
        <blockquote class="asked">
          <p>{isInPrompt ? <Quoted text={prompt.text} quote={quote} /> : prompt.text}</p>
          <footer class="quiet">
            You, <Age at={prompt.at} />
          </footer>
        </blockquote>
      )}
      {quote !== "" && !isInPrompt && (
        <blockquote>
          <p>
            {before}
            <mark>{quote}</mark>
            {after}
          </p>
        </blockquote>
      )}
      <ol class="rows steps">
        {steps.map((step, i) => (
          <li key={`${step.at} ${i}`}>
            <StepLine step={step} time={timeAfter(step.at, steps[i - 1]?.at)} links />
          </li>
        ))}
      </ol>
    </>
  );
}
