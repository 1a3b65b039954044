// Chooses the steps of a session by kind and by words, for the server and for a read-only copy.
export interface StepFilter {
  /** A key of `SHOWN`; all steps for any other value. */
  readonly types: string;
  /** Words that a step's text must have, in any letter case. */
  readonly q: string;
}

type FilteredStep = Readonly<
  Record<"id" | "name" | "outcome", string | null> & Record<"kind" | "text", string>
>;

const SHOWN: Readonly<Record<string, (step: FilteredStep) => boolean>> = {
  prompts: ({ kind }) => kind === "prompt",
  talk: ({ kind }) => kind === "prompt" || kind === "answer",
  failures: ({ kind, outcome }) => kind === "call" && isFailure(outcome),
};

export function isFailure(outcome: string | null): boolean {
  return outcome === "failed" || /:fail$/.test(outcome ?? "");
}

/** Returns the chosen steps. `place`: the index of the step with this id, or of the last chosen one before it. */
export function chooseSteps<T extends FilteredStep>(
  all: readonly T[],
  { types, q }: StepFilter,
  id: string,
): { readonly rows: readonly T[]; readonly place: number | null } {
  const isOfKind = (Object.hasOwn(SHOWN, types) ? SHOWN[types] : undefined) ?? (() => true);
  const words = q.toLowerCase().split(/\s+/);
  const isChosen = (step: T) => {
    const text = `${step.name ?? ""} ${step.text}`.toLowerCase();
    return isOfKind(step) && words.every((word) => text.includes(word));
  };
  const named = all.findIndex((step) => step.id === id);
  const before = all.slice(0, named + 1).filter(isChosen).length;
  return { rows: all.filter(isChosen), place: named < 0 ? null : Math.max(0, before - 1) };
}
