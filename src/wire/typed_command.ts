import { elementText } from "./element.ts";

/**
 * A slash command as it was typed, `/review src/cart.py`, from the row by which it expands into a prompt. `undefined`
 * for other texts, and for the client's own commands, which name themselves first and are no prompts. Total.
 */
export function typedCommand(text: string): string | undefined {
  if (!text.startsWith("<command-message>")) return undefined;
  const name = elementText(text, "command-name");
  if (name === undefined) return undefined;
  const typed = name.startsWith("/") ? name : `/${name}`;
  return `${typed} ${elementText(text, "command-args") ?? ""}`.trim();
}
