import { UserError } from "../../base/user_error.ts";
import { warnText } from "../frame/output.ts";

/** Reads a line from the terminal without showing it; throws a `UserError` at Ctrl+C. */
export function readHidden(question: string): string {
  Deno.stdin.setRaw(true);
  try {
    warnText(question);
    const buffer = new Uint8Array(1024);
    for (let line = "";;) {
      const count = Deno.stdin.readSync(buffer);
      if (count === null) return line;
      for (const sign of new TextDecoder().decode(buffer.subarray(0, count))) {
        if ("\r\n\u0004".includes(sign)) return line;
        if (sign === "\u0003") {
          throw new UserError("Cannot go on without the key", { hint: "nothing was changed" });
        }
        line = "\b\u007f".includes(sign) ? line.slice(0, -1) : line + sign;
      }
    }
  } finally {
    Deno.stdin.setRaw(false);
    warnText("\n");
  }
}
