/**
 * Writes into the documentation what programs print: the demo into the README, the references of the settings and the
 * commands, the outputs of the guide, the pictures. Arguments name pages of the guide; without, all of them.
 */
import { fileURLToPath } from "node:url";
import { configReference } from "../../src/cli/config/reference.ts";
import { updateGuide } from "./guide/update_guide.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const demo = await output(["run", "-A", `${ROOT}tests/demo/main.ts`]);
const readme = await Deno.readTextFile(`${ROOT}README.md`);
await Deno.writeTextFile(
  `${ROOT}README.md`,
  withBlock(readme, "demo", demo.slice(0, demo.indexOf("\nTo use it"))),
);
await Deno.writeTextFile(`${ROOT}docs/configuration.md`, configReference());
const failed = await updateGuide(Deno.args.length > 0 ? Deno.args : undefined);
for (const line of failed) console.error(`docs/${line}`);
if (failed.length > 0) Deno.exit(1);

async function output(args: readonly string[]): Promise<string> {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), { args: [...args], stdin: "null" })
    .output();
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  return new TextDecoder().decode(stdout).replaceAll(ROOT, "").trim();
}

function withBlock(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [before, after] = [text.indexOf(start) + start.length, text.indexOf(end)];
  return `${text.slice(0, before)}\n\n\`\`\`text\n${content.trim()}\n\`\`\`\n\n${text.slice(after)}`;
}
