import { writeStderr, writeStdout } from "../host/stdout.ts";
import { encodeReply, type Reply } from "../wire/reply.ts";

/** Prints the reply for the client; true when it is to be held by the exit code. */
export function printReply(reply: Reply): boolean {
  writeStdout(encodeReply(reply));
  if (reply.blockByExitCode === undefined) return false;
  writeStderr(reply.blockByExitCode);
  return true;
}
