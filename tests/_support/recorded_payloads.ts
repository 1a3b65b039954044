import { PROJECT_ROOT } from "./executables.ts";
import { namesIn } from "./test_home.ts";
import type { WireEvent } from "./hook_events.ts";

/** What a real client sent to its hooks, as it was recorded. */
export interface RecordedPayload {
  /** Version of the client and name of the file. */
  readonly name: string;
  readonly text: string;
  readonly payload: Record<string, unknown> & { readonly hook_event_name: WireEvent };
}

/** Every recorded payload, of every recorded version. */
export function recordedPayloads(): RecordedPayload[] {
  const folder = `${PROJECT_ROOT}/tests/client/recorded`;
  return namesIn(folder).flatMap((version) =>
    namesIn(`${folder}/${version}`).map((file) => {
      const text = Deno.readTextFileSync(`${folder}/${version}/${file}`);
      return { name: `${version}/${file}`, text, payload: JSON.parse(text) };
    })
  );
}
