import { withoutTerminalCodes } from "../terminal_codes.ts";

/** A summary stands at the end; what broke at the start may stand there. */
const HEAD_UNITS = 8 * 1024;
const TAIL_UNITS = 32 * 1024;

/** Head and tail of an output as a person sees it: without colours, each repainted line as a line. */
export function viewOutput(output: string): string {
  const isLong = output.length > HEAD_UNITS + TAIL_UNITS;
  let text = withoutTerminalCodes(
    isLong ? `${output.slice(0, HEAD_UNITS)}\n${output.slice(-TAIL_UNITS)}` : output,
  );
  if (text.includes("\r")) text = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  return text.endsWith("\n") ? text : `${text}\n`; // the client leaves the last line's end out
}

/** Whether an older client has cut the end off: `... [283 lines truncated] ...`. What is left may end a part of a run. */
export function lacksEnd(output: string): boolean {
  return output.endsWith(" lines truncated] ...");
}
