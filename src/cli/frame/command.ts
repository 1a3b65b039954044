// The class from which every command of mneme is made, the types of options, and the checks of their values.
import { Command as PlainCommand } from "commander";
import { UsageError, UserError } from "../../base/user_error.ts";

export class Command extends PlainCommand {
  override createCommand(name?: string): Command {
    return new Command(name);
  }

  subcommand(name: string, description: string): Command {
    return this.command(name).description(description);
  }

  number(name: string, meaning: string, range: Range, fallback?: number): this {
    return this.option(`--${name} <n>`, meaning, (text) => chosenNumber(text, `--${name}`, range), fallback);
  }

  limited(fallback: number): this {
    return this.number("limit", "list at most this many", LIMITS, fallback);
  }

  /** `word` begins the help: "of another project". */
  perProject(word: "in" | "of"): this {
    return this.option("--project <dir>", `${word} another project`)
      .option("--all", `${word} every project`).exclusive("project", "all");
  }

  exclusive(...names: string[]): this {
    for (const option of this.options.filter((one) => names.includes(one.attributeName()))) {
      option.conflicts(names.filter((name) => name !== option.attributeName()));
    }
    return this;
  }

  example(line: string): this {
    return this.addHelpText("after", `\nExample:\n  ${line}`);
  }

  /** Takes words such as "--- FAIL: TestLoad" and "-请用pnpm" for texts, but `--title=two words` for an option. */
  override parseOptions(words: string[]): ReturnType<PlainCommand["parseOptions"]> {
    const isText = (word: string) => /^-(?:\S*\s|-?[^ -~])/.test(word) && !/^--[\w-]+=/.test(word);
    // The blank hides the hyphen from the parser. Commands trim texts before they store them; see `resolvePath`, too.
    return super.parseOptions(words.map((word) => isText(word) ? ` ${word}` : word));
  }

  orJson(example: string, action: Parameters<PlainCommand["action"]>[0]): this {
    return this.option("--json", "print JSON").example(example).action(action);
  }
}

/** The options given to a command: texts, and switches, of which `--json` is always one. */
export type Flags<Text extends string, Switch extends string = never> =
  & { readonly [name in Text]?: string | undefined }
  & { readonly [name in Switch | "json"]?: true | undefined };

export type Output = Flags<never>;

export type PlaceOptions = Flags<"project", "all">;

export type ListOptions = PlaceOptions & { readonly limit: number };

type Range = readonly [min: number, max: number];

export const LIMITS: Range = [1, 9_999_999];

export function chosenNumber(text: string, option: string, [min, max]: Range): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= max) return number;
  return cannotTake(text, option, `give a number from ${min} to ${max}`);
}

export function cannotTake(given: string, as: string, hint: string): never {
  throw new UsageError(`Cannot take ${JSON.stringify(given.slice(0, 40))} as ${as}`, { hint });
}

/** Throws "Cannot <what> without your consent: <contents>" unless `--yes` was given. */
export function requireYes(yes: true | undefined, what: string, contents: string): void {
  if (yes) return;
  throw new UserError(`Cannot ${what} without your consent: ${contents}`, { hint: "to do it, add --yes" });
}

export const RECALL_WHEN = "other words in which somebody would ask for it; repeat the option for up to six";

export const listFrom = (text: string): readonly string[] => text.split(",");

export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
