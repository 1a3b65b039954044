/**
 * A slash command as it was typed, `/review src/cart.py`, from the row by which it expands into a prompt. `undefined`
 * for other texts, and for the client's own commands, which name themselves first and are no prompts. Total.
 */
export function typedCommand(text: string): string | undefined {
  if (!text.startsWith("<command-message>")) return undefined;
  const name = element(text, "command-name");
  if (name === undefined) return undefined;
  const typed = name.startsWith("/") ? name : `/${name}`;
  return `${typed} ${element(text, "command-args") ?? ""}`.trim();
}

function element(text: string, name: string): string | undefined {
  const open = text.indexOf(`<${name}>`);
  if (open < 0) return undefined;
  const start = open + name.length + 2;
  const end = text.indexOf(`</${name}>`, start);
  return end < 0 ? undefined : text.slice(start, end).trim() || undefined;
}
