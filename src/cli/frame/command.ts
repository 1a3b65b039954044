import { Command as PlainCommand, type HelpContext } from "commander";
import { UsageError, UserError } from "../../base/user_error.ts";

/** A command with an example below its help. Most commands can print JSON. */
export class Command extends PlainCommand {
  override createCommand(name?: string): Command {
    return new Command(name);
  }

  /**
   * Prints the help. Prints an error for `help NAME` with an unknown name, for which the parser would print the whole
   * help.
   */
  override help(context?: unknown): never {
    const [word, name] = this.args;
    const isMistake = (context as HelpContext | undefined)?.error === true;
    if (isMistake && word === "help" && name !== undefined) this.error(`error: unknown command '${name}'`);
    return super.help(context as HelpContext);
  }

  subcommand(name: string, description: string): Command {
    return this.command(name).description(description);
  }

  /** Adds an option whose value is a whole number. */
  number(name: string, meaning: string, range: Range, fallback?: number): this {
    return this.option(`--${name} <n>`, meaning, (text) => chosenNumber(text, `--${name}`, range), fallback);
  }

  limited(fallback: number): this {
    return this.number("limit", "the most to list", LIMITS, fallback);
  }

  /** Adds `--project` and `--all`, of which only one can be given. */
  perProject(word: "in" | "of"): this {
    return this.option("--project <dir>", `${word} another project`)
      .option("--all", `${word} every project`).exclusive("project", "all");
  }

  /** Refuses these options together. */
  exclusive(...names: string[]): this {
    for (const option of this.options.filter((one) => names.includes(one.attributeName()))) {
      option.conflicts(names.filter((name) => name !== option.attributeName()));
    }
    return this;
  }

  example(line: string): this {
    return this.addHelpText("after", `\nExample:\n  ${line}`);
  }

  /** Treats a word with a blank as a text, even if it begins with a hyphen: "--- FAIL: TestLoad (0.01s)". */
  override parseOptions(words: string[]): ReturnType<PlainCommand["parseOptions"]> {
    const isText = (word: string) => /^-\S*\s/.test(word) && !isOption(this, word);
    // A blank in front hides the hyphen from the parser.
    return super.parseOptions(words.map((word) => isText(word) ? ` ${word}` : word));
  }

  /** Completes the command: adds the option `--json`, the example and the action. */
  orJson(example: string, action: Parameters<PlainCommand["action"]>[0]): this {
    return this.option("--json", "print JSON").example(example).action(action);
  }
}

/** Returns true for `--name=…` if the command or a subcommand has the option: the topmost command parses all words first. */
function isOption(command: PlainCommand, word: string): boolean {
  return command.options.some(({ long }) => word.startsWith(`${long}=`)) ||
    command.commands.some((one) => isOption(one, word));
}

/** The options of a command: texts, and switches including `--json`. */
export type Flags<Text extends string, Switch extends string = never> =
  & { readonly [name in Text]?: string | undefined }
  & { readonly [name in Switch | "json"]?: true | undefined };

export type Output = Flags<never>;

export type PlaceOptions = Flags<"project", "all">;

/** The options of a command that has called `limited`. */
export interface ListOptions extends PlaceOptions {
  readonly limit: number;
}

type Range = readonly [min: number, max: number];

export const LIMITS: Range = [1, 9_999_999];

/** Returns the whole number given with an option. Throws a `UsageError` for any other text. */
export function chosenNumber(text: string, option: string, [min, max]: Range): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= max) return number;
  return cannotTake(text, option, `give a number from ${min} to ${max}`);
}

/** Throws a `UsageError` for an argument that is not what was expected. */
export function cannotTake(given: string, as: string, hint: string): never {
  throw new UsageError(`Cannot take ${JSON.stringify(given.slice(0, 40))} as ${as}`, { hint });
}

/** Throws a `UserError` "Cannot <what> unasked: <contents>" unless `--yes` was given. */
export function requireYes(yes: true | undefined, what: string, contents: string): void {
  if (yes) return;
  throw new UserError(`Cannot ${what} unasked: ${contents}`, { hint: "repeat the command with --yes" });
}

export const RECALL_WHEN = "how somebody would ask for it in other words; up to six times";

/** Splits the value of an option at its commas. */
export function listFrom(text: string): readonly string[] {
  return text.split(",");
}

/** Collects the values of an option that can be given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
