// Finds the words of the user or the model in a message, without the client's additions.
import clientTexts from "./client_texts.json" with { type: "json" };
import { NOTIFICATION } from "./events.ts";
import { asTyped, elementText } from "./fields.ts";

/** `elements` stand before the user's text; `openings` begin messages that the client wrote as a whole. */
const { elements, openings } = clientTexts;
const WRAPPERS = new RegExp(`^(?:<(${elements.join("|")})>[^]*?(?:</\\1>\\s*|$))+`);

/** The first words of the message that tells the model of a turn that the user broke off. */
export const INTERRUPTED = "[Request interrupted by user";

/** Returns what the user typed, with pastes in their marks; may be `""`. */
export function saidByUser(text: string): string {
  const rest = text.trimStart().replace(WRAPPERS, "");
  if (NOTIFICATION.test(rest) || [INTERRUPTED, ...openings].some((one) => rest.startsWith(one))) return "";
  const typed = asTyped(rest).trim();
  return typed.replace(/\[Image #\d{1,4}\] ?/g, "").trim() || typed; // a picture alone is a prompt, too
}

/** Returns `""` for the client's placeholders for an empty answer. */
export function saidByAssistant(text: string): string {
  const said = text.trim();
  return said === "(no content)" || said === "No response requested." ? "" : said;
}

/** Matches the error of a call that the user refused, with the comment that the user gave. */
export const REJECTION =
  /^The user doesn't want to [^]*?(?:the user said:\n|reason for the rejection:)([^]*?)(?:\n\nNote: The user's next message may contain[^]*)?$/;

/** Returns a slash command as typed (`/review src/cart.py`); `undefined` for a built-in one or a prompt. */
export function typedCommand(text: string): string | undefined {
  const name = text.startsWith("<command-message>") ? elementText(text, "command-name") : undefined;
  return name && `/${name.replace(/^\//, "")} ${elementText(text, "command-args") ?? ""}`.trim();
}
