import { type ProjectValue, topValues } from "../store/project_values.ts";
import type { HookContext } from "./context.ts";
import { noteShown } from "./note_shown.ts";

const MAX_VALUES = 5;

/** The rules that a session is told at its start; few projects have any. */
export function valuesToShow(context: HookContext): readonly ProjectValue[] {
  return context.withStore((store) => topValues(store, context.session.project, MAX_VALUES), []);
}

/** Keeps in mind which of them there was room for. */
export function noteValuesShown(light: string, values: readonly ProjectValue[], context: HookContext): void {
  const items = values.map(({ id, text }) => ({ id: `v${id}`, text })).filter(({ id }) =>
    light.includes(`\n- ${id} `)
  );
  noteShown({ hook: "start", agentId: null, items }, context);
}
