import { TARGETS } from "./all_targets.ts";
import { checkInTime, seedsOf } from "./target.ts";

for (const target of TARGETS) {
  Deno.test(`${target.name}: what once broke it, or is most likely to, does not`, async () => {
    const seeds = seedsOf(target.name);
    if (seeds.length === 0) throw new Error(`no seed of ${target.name} is kept`);
    for (const { name, input } of seeds) {
      try {
        await checkInTime(target, input);
      } catch (error) {
        throw new Error(`seeds/${target.name}/${name}`, { cause: error });
      }
    }
  });
}
