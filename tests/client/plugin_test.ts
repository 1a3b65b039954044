import { assertEquals } from "../_support/assert.ts";
import { clientTest } from "./_support/client_binary.ts";
import { playWorkday } from "./_support/workday.ts";
/**
 * What a day leaves, and how often each conversation with the model holds what mneme says: the cart's memory twice, in the
 * contents, as it is short, and with its file; the reason of a block as often, as the client gives it twice; the lesson with
 * its session and as a lesson.
 */
import wanted from "./plugin.json" with { type: "json" };

for (const [installs, hooks] of [["plugin", 1], ["both", 2]] as const) {
  const name = installs === "plugin"
    ? "the plugin alone captures, brings back, reminds, sends back and asks in the real client"
    : "the plugin beside an install in the settings does nothing twice";
  clientTest(name, async (client) => {
    const { told, captures, hooksAtStop, ...day } = await playWorkday(client, installs);
    const counts = Object.entries(wanted.told).map(([where, needles]) => {
      const found = Object.keys(needles).map((needle) =>
        [needle, told[where as keyof typeof told].split(needle).length - 1] as const
      );
      return [where, Object.fromEntries(found)];
    });
    assertEquals({ ...day, told: Object.fromEntries(counts) }, wanted);
    assertEquals(captures.length, new Set(captures).size);
    assertEquals(new Set(hooksAtStop), new Set([hooks]), "so many ran");
  });
}
