// The dialects of all clients other than Claude Code.
import type { ForeignClient } from "../base/clients.ts";
import { CODEX } from "./codex.ts";
import { COPILOT } from "./copilot.ts";
import { CURSOR } from "./cursor.ts";
import type { Dialect } from "./dialect.ts";
import { GEMINI } from "./gemini.ts";
import { KIMI } from "./kimi.ts";
import { OPENCODE } from "./opencode.ts";
import { QWEN } from "./qwen.ts";

export const DIALECTS: Readonly<Record<ForeignClient, Dialect>> = {
  codex: CODEX,
  qwen: QWEN,
  copilot: COPILOT,
  opencode: OPENCODE,
  gemini: GEMINI,
  kimi: KIMI,
  cursor: CURSOR,
};
