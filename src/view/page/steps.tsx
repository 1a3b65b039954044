/// <reference lib="dom" />
import type { CourseStep, ItemLabel } from "../contract.ts";
import { categoryName, clock, ItemLink } from "./parts.tsx";

/** What a step is called, and how it is told. */
const KINDS: Readonly<Record<CourseStep["kind"], string>> = {
  prompt: "You",
  call: "Tool",
  shown: "Shown",
  asked: "Asked",
  noted: "Note",
  saved: "Saved",
  prediction: "Prediction",
  compaction: "Compaction",
};

type Labels = Readonly<Record<string, ItemLabel>>;

/** Steps of sessions in their order, a line each. */
export function Steps({ steps, labels }: { readonly steps: readonly CourseStep[]; readonly labels: Labels }) {
  return (
    <ol class="steps">
      {steps.map((step, i) => (
        <li key={`${step.at} ${i}`} data-kind={step.kind}>
          <StepLine step={step} labels={labels} hours />
        </li>
      ))}
    </ol>
  );
}

/** `hours`: the time alone, where the day is known. */
export function StepLine({ step, labels, hours }: {
  readonly step: CourseStep;
  readonly labels: Labels;
  readonly hours?: true;
}) {
  const { kind, at, name, outcome, id, tokens } = step;
  const isGood = outcome === "used" || outcome === "confirmed" || /:pass$/.test(outcome ?? "");
  const isBad = outcome === "failed" || outcome === "falsified" || /:fail$/.test(outcome ?? "");
  return (
    <>
      <time dateTime={at} title={new Date(at).toLocaleString()}>{clock(at, hours)}</time>
      <span class="step-kind">{kind === "call" ? name : KINDS[kind]}</span>
      <span class="step-text">
        {kind !== "call" && id !== null && kind !== "prompt" && (
          <>
            <ItemLink id={id} />
            {" "}
          </>
        )}
        {kind === "shown" ? labels[id ?? ""]?.text ?? "" : textOf(step, labels)}
        {kind === "shown" && <span class="quiet">{` · at ${hookName(name)}, ${tokens} tokens`}</span>}
      </span>
      {outcome !== null && <span class={`outcome ${isGood ? "good" : isBad ? "bad" : ""}`}>{outcome}</span>}
    </>
  );
}

function textOf({ kind, text, name, id }: CourseStep, labels: Labels): string {
  if (kind === "asked") return `to save: ${labels[id ?? ""]?.text ?? categoryName(name ?? "")}`;
  if (kind === "noted") return "the next prompt was told that the turn may be worth remembering";
  if (kind === "compaction") return "a new context window began";
  return text;
}

const HOOKS: Readonly<Record<string, string>> = {
  prompt: "a prompt",
  file: "a file that was read",
  failure: "a failure",
  compaction: "a compaction",
  start: "the start",
  premortem: "a premortem",
};

/** Where an item was brought back. */
export function hookName(name: string | null): string {
  return HOOKS[name ?? ""] ?? name ?? "";
}
