import { UserError } from "../../base/user_error.ts";
import { warnText } from "../frame/output.ts";

/** Reads a line from the terminal without showing it. Throws a `UserError` at Ctrl+C. */
export function readHidden(question: string): string {
  Deno.stdin.setRaw(true);
  try {
    warnText(question);
    const buffer = new Uint8Array(1024);
    for (let line = "";;) {
      const count = Deno.stdin.readSync(buffer);
      if (count === null) return line;
      for (const key of new TextDecoder().decode(buffer.subarray(0, count))) {
        if ("\r\n\u0004".includes(key)) return line; // Enter or Ctrl+D
        if (key === "\u0003") { // Ctrl+C, which sends no signal in raw mode
          throw new UserError("Cannot go on without the key", { hint: "nothing was changed" });
        }
        line = "\b\u007f".includes(key) ? line.slice(0, -1) : line + key; // either code of the backspace key
      }
    }
  } finally {
    Deno.stdin.setRaw(false);
    warnText("\n");
  }
}
