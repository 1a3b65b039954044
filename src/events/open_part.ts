import { mayNeedCleaning } from "../core/privacy/privacy_signs.ts";

/** An output without its private blocks: a name alone does not show that it stands in one. */
export async function openPart(output: string): Promise<string> {
  if (!mayNeedCleaning(output)) return output;
  const { cleanText } = await import("../core/privacy/clean.ts");
  return cleanText(output, { redactSecrets: false });
}
