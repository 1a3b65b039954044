import { isDay } from "../../../src/base/time.ts";
import { ScratchpadFiles } from "../../../src/machine/scratchpad_files.ts";
import {
  blockReason,
  coordinatorReason,
  isPlainName,
  missingSections,
  protocolText,
} from "../../../src/session/scratchpad.ts";
import { orientationText } from "../../../src/session/light_context.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { TAG_BEGINS } from "../../_support/tags.ts";
import { changeText, hostileText, textChanges } from "../mutation.ts";
import { defineTarget } from "../target.ts";

import * as fc from "fast-check";

const FOLDER = "/nowhere/scratchpad";
const SECTIONS = ["What I did", "Cross-agent observations", "Unresolved"];
const PAD =
  `# Notes of today\n\n## What I did\n\n- rounded the totals\n\n## Cross-agent observations\n\nNone.\n
### Unresolved\n\n\`\`\`sh\n## Unresolved\n\`\`\`\n\nSetext\n------\n**Unresolved**\n`;

const markdown = fc.array(
  fc.oneof(
    fc.constantFrom(..."## What I did,**Unresolved**,```,~~~,===,---,<!--,-->,,- ,x".split(",")),
    hostileText,
  ),
).map((lines) => lines.join("\n"));
const pathPart = fc.oneof(hostileText, fc.constantFrom(..."..,.,/,\\,a,~,C:,%2e,:".split(",")));

/** Names of agents and days, and what stands in their scratchpads. */
export const scratchpads = defineTarget({
  name: "scratchpads",
  cases: fc.record({
    names: fc.array(fc.array(pathPart, { maxLength: 4 }).map((parts) => parts.join("")), { maxLength: 5 }),
    pad: fc.oneof(textChanges.map((changes) => changeText(PAD, changes)), markdown),
    sections: fc.array(hostileText, { maxLength: 4 }),
  }),
  check({ names, pad, sections }) {
    const files = new ScratchpadFiles(FOLDER);
    for (const name of names) {
      isDay(name);
      if (!isPlainName(name)) continue;
      const path = files.pathOf(name, "2026-03-01");
      assert(
        new URL(`file://${encodeURI(path)}`).pathname.startsWith(`${FOLDER}/`) && !name.includes("/"),
        path,
      );
      assert(!/[\n\r<>]/.test(name), `${JSON.stringify(name)} is no plain name`);
      files.read(name, "2026-03-01");
    }
    const whole = SECTIONS.map((section) => `\n\n## ${section}\nx\n`).join("");
    assertEquals(missingSections(pad + whole, SECTIONS), []);
    for (const wanted of [SECTIONS, sections]) {
      const missing = missingSections(pad, wanted);
      assert(
        new Set(missing).size === missing.length && missing.every((section) => wanted.includes(section)),
      );
      const duty = { day: "2026-03-01", path: `${FOLDER}/a/2026-03-01.md`, sections: wanted };
      const lines = pad.split("\n");
      assertFramed(protocolText({ ...duty, isRequired: true }));
      const orientation = orientationText([{ title: names.join(" "), lines }], 6000) ?? "";
      assertFramed(orientation);
      assert(orientation.length <= 6000);
      for (const text of [blockReason(duty, missing), coordinatorReason(duty, names)]) {
        assert(text.replaceAll(duty.path, "").search(TAG_BEGINS) < 0, text);
      }
    }
  },
});

function assertFramed(text: string): void {
  const inside = text.split("<mneme-context>");
  assert(
    inside.length <= 2 &&
      (inside[1] ?? "").replace(/\n<\/mneme-context>$/, "").search(TAG_BEGINS) < 0,
    text,
  );
}
