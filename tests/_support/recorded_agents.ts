import { type ForeignClient, foreignClient } from "../../src/base/clients.ts";
import type { WireObject } from "../../src/base/json.ts";

const FOLDER = `${import.meta.dirname}/../fixtures/agents`;

/** What a real client told its hooks in one session (`NAME.payloads`), and what it wrote down (`NAME.transcript`). */
export function recordings(): { readonly client: ForeignClient; readonly name: string }[] {
  return [...Deno.readDirSync(FOLDER)].flatMap(({ name: folder }) => {
    const client = foreignClient(["--client", folder]);
    if (client === undefined) throw new Error(`${folder} is no client`);
    return [...Deno.readDirSync(`${FOLDER}/${folder}`)].filter(({ name }) => name.endsWith(".payloads.jsonl"))
      .map(({ name }) => ({ client, name: name.replace(".payloads.jsonl", "") }));
  }).sort((a, b) => `${a.client} ${a.name}` < `${b.client} ${b.name}` ? -1 : 1);
}

export function recordedFile(client: ForeignClient, name: string): string {
  return `${FOLDER}/${client}/${name}.jsonl`;
}

export function recordedLines(client: ForeignClient, name: string): WireObject[] {
  return Deno.readTextFileSync(recordedFile(client, name)).trim().split("\n").map((line) => JSON.parse(line));
}
