import { itemId, parseItemId } from "../../core/search/item_id.ts";
import type { ItemKind } from "../../core/search/search_types.ts";

/** How what is no memory is removed. */
const COMMANDS: Readonly<Partial<Record<ItemKind, (id: string) => string>>> = {
  ghap: (id) => `\`mneme ghap forget ${id}\` removes that entry`,
  value: (id) => `\`mneme values forget ${id}\` removes that rule`,
  session: (id) => `\`mneme sessions forget ${id}\` removes that session`,
  prompt: () => "a prompt goes with its session: `mneme sessions forget`",
  observation: () => "an observation goes with its session: `mneme sessions forget`",
};

/** What to do with an id of something else than a memory; `undefined` where no command is meant for it. */
export function otherThings(id: string): string | undefined {
  const item = parseItemId(id);
  return item === undefined ? undefined : COMMANDS[item.kind]?.(itemId(item));
}
