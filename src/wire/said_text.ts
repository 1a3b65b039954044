// Finds the words of the user or the model in a message, without the client's additions.
import clientTexts from "./client_texts.json" with { type: "json" };
import { asTyped, elementText } from "./fields.ts";

/** `elements` stand before the user's text; `openings` begin messages that the client wrote as a whole. */
const { elements, openings } = clientTexts;
const WRAPPERS = new RegExp(`^(?:<(${elements.join("|")})>[^]*?(?:</\\1>\\s*|$))+`);

/** The first words of the message that tells the model of a turn that the user broke off. */
export const INTERRUPTED = "[Request interrupted by user";

/** Returns what the user typed; may be `""`. */
export function saidByUser(text: string): string {
  const said = text.trimStart();
  if (isReminder(said)) return "";
  const rest = said.replace(WRAPPERS, "");
  if ([INTERRUPTED, ...openings].some((opening) => rest.startsWith(opening))) return "";
  const typed = asTyped(rest).trim();
  return typed.replace(/\[Image #\d{1,4}\] ?/g, "").trim() || typed; // a picture alone is a prompt, too
}

/** Returns true for a text that is one reminder. The privacy rules would remove it, too, but load slowly. */
function isReminder(text: string): boolean {
  if (!text.startsWith("<system-reminder>")) return false;
  const end = text.indexOf("</system-reminder>");
  return end < 0 || text.slice(end + "</system-reminder>".length).trim() === "";
}

/** Returns `""` for the client's placeholders for an empty answer. */
export function saidByAssistant(text: string): string {
  const said = text.trim();
  return said === "(no content)" || said === "No response requested." ? "" : said;
}

const REJECTION =
  /^The user doesn't want to [^]*?(?:the user said:\n|reason for the rejection:)([^]*?)(?:\n\nNote: The user's next message may contain[^]*)?$/;

/** Returns the comment of a user who refused a call, from the error of the call. */
export function rejectionComment(error: string): string {
  return saidByUser(REJECTION.exec(error)?.[1] ?? "");
}

/** Returns a slash command as typed (`/review src/cart.py`); `undefined` for a built-in one or a prompt. Never throws. */
export function typedCommand(text: string): string | undefined {
  if (!text.startsWith("<command-message>")) return undefined;
  const name = elementText(text, "command-name");
  if (name === undefined) return undefined;
  return `/${name.replace(/^\//, "")} ${elementText(text, "command-args") ?? ""}`.trim();
}
