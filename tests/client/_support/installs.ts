import { writePlugin } from "../../../src/build/plugin.ts";
import { clientEnvironment } from "./client_environment.ts";
import type { ScriptedModel } from "./scripted_model.ts";
import type { TestPlace } from "./test_place.ts";

/** The plugin of this place, made from its executables; the options with which the client loads it for one session. */
export async function pluginOptions(place: TestPlace): Promise<readonly string[]> {
  const out = `${place.root}/plug in`;
  await writePlugin({ dist: place.dist, out });
  return ["--plugin-dir", `${out}/mneme`];
}

/** `mneme install` as a user does it who has the client: the server and the skill are registered too. */
export async function installBeside(client: string, place: TestPlace, model: ScriptedModel): Promise<void> {
  const environment = clientEnvironment(place, model);
  const folder = client.slice(0, client.lastIndexOf("/"));
  await runIn(place, [`${place.dist}/mneme`, "install"], {
    ...environment,
    PATH: `${folder}:${environment.PATH}`,
  });
}

/** What a program prints that is run in the project; throws where it fails. */
export async function runIn(
  place: TestPlace,
  [program = "", ...args]: readonly string[],
  env: Record<string, string> = place.environment(),
): Promise<string> {
  const options = { args, cwd: place.project, clearEnv: true, env };
  const { success, stdout, stderr } = await new Deno.Command(program, options).output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`Cannot run ${program} ${args.join(" ")}: ${decoder.decode(stderr)}`);
  return decoder.decode(stdout);
}
