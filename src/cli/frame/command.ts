import { Command as PlainCommand } from "commander";

/** A command that shows an example below its help, and mostly can print JSON. */
export class Command extends PlainCommand {
  override createCommand(name?: string): Command {
    return new Command(name);
  }

  example(line: string): this {
    return this.addHelpText("after", `\nExample:\n  ${line}`);
  }

  /** Lets arguments begin with a hyphen where they hold blanks, which no option does: "--- FAIL: TestLoad (0.01s)". */
  takingText(): this {
    this.#takesText = true;
    return this;
  }

  override parseOptions(words: string[]): ReturnType<PlainCommand["parseOptions"]> {
    const isText = (word: string) => this.#takesText && /^-\S*\s/.test(word);
    return super.parseOptions(words.map((word) => isText(word) ? ` ${word}` : word));
  }

  #takesText = false;

  /** The end of its definition: the last option is `--json`. */
  orJson(example: string, action: Parameters<PlainCommand["action"]>[0]): this {
    return this.option("--json", "print JSON").example(example).action(action);
  }
}

/** The options that a command takes: texts, and switches, of which `--json` is always one. */
export type Flags<Text extends string, Switch extends string = never> =
  & { readonly [name in Text]?: string }
  & { readonly [name in Switch | "json"]?: true };

/** The help of `--recall-when`. */
export const RECALL_WHEN = "how somebody would ask for it in other words; up to six times";

/** The values of an option that is given several times. */
export function together(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
