import { asId, asObject } from "../../wire/fields.ts";

/** Kilobytes at most; what is larger is not the client's. */
const MAX_BYTES = 64 * 1024;

/** The type of the helper whose transcript this is, from the file that newer clients put beside it. */
export function agentTypeOf(path: string): string | undefined {
  const meta = path.replace(/\.jsonl$/, ".meta.json");
  try {
    const { isFile, size } = Deno.statSync(meta);
    if (!isFile || size > MAX_BYTES) return undefined;
    return asId(asObject(JSON.parse(Deno.readTextFileSync(meta)))?.agentType);
  } catch {
    return undefined; // older clients write none
  }
}
