/** A way to write one text that a pattern takes. */
export type Sampler = (random: () => number) => string;

const WORD = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
const PRINTED = `${WORD} !#$%&()*+,-./:;<=>?@[]^{|}~`;
const CLASSES: Readonly<Record<string, string>> = {
  w: WORD,
  d: "0123456789",
  s: " ",
  S: WORD,
  n: "\n",
  r: "\n",
  t: "\t",
};
/** Repetitions without an end are written up to so many times more than they must be. */
const MORE = 24;

/**
 * Reads a pattern in the syntax of RE2, which has no look-around. Letters outside of sets are written as they stand also
 * where their case is ignored. An unknown form throws a SyntaxError.
 */
export function samplerOf(pattern: string): Sampler {
  return new Reader(pattern).all();
}

class Reader {
  #at = 0;
  #isCaseIgnored = false;
  constructor(readonly source: string) {}

  all(): Sampler {
    const sampler = this.#alternatives();
    if (this.#at < this.source.length) throw new SyntaxError(`Cannot read ${this.source.slice(this.#at)}`);
    return sampler;
  }

  #alternatives(): Sampler {
    const isIgnoredOutside = this.#isCaseIgnored;
    const choices = [this.#sequence()];
    while (this.#take("|")) choices.push(this.#sequence());
    this.#isCaseIgnored = isIgnoredOutside;
    return (random) => (choices[Math.floor(random() * choices.length)] ?? choices[0]!)(random);
  }

  #sequence(): Sampler {
    const parts: Sampler[] = [];
    while (this.#at < this.source.length && !"|)".includes(this.source[this.#at]!)) {
      parts.push(this.#repeated(this.#atom()));
    }
    return (random) => parts.map((part) => part(random)).join("");
  }

  #repeated(atom: Sampler): Sampler {
    const [whole = "", sign, low, comma, high] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.source.slice(this.#at)) ?? [];
    if (whole === "") return atom;
    this.#at += whole.length;
    const min = sign === undefined ? Number(low) : sign === "+" ? 1 : 0;
    const max = sign === "?" ? 1 : sign !== undefined || (comma && !high) ? min + MORE : Number(high || low);
    return (random) =>
      Array.from({ length: min + Math.floor(random() * (max - min + 1)) }, () => atom(random)).join("");
  }

  #atom(): Sampler {
    const unit = this.source[this.#at++] ?? "";
    if (unit === "(") return this.#group();
    if (unit === "[") return oneOf(this.#set());
    if (unit === "^" || unit === "$") return () => "";
    if (unit === ".") return () => ".";
    if (unit !== "\\") return () => unit;
    const escaped = this.#escaped();
    return escaped === undefined ? () => "" : oneOf(escaped);
  }

  /** The flags of a group without a body hold to the end of what is around it. */
  #group(): Sampler {
    const [flags = "", on] = /^\?(?:P<\w+>|(i|-i|s|):?)/.exec(this.source.slice(this.#at)) ?? [];
    this.#at += flags.length;
    const isIgnoredOutside = this.#isCaseIgnored;
    if (on === "i" || on === "-i") this.#isCaseIgnored = on === "i";
    if (flags !== "" && !flags.endsWith(":") && !flags.endsWith(">") && this.#take(")")) return () => "";
    const inner = this.#alternatives();
    if (!this.#take(")")) throw new SyntaxError(`Cannot read ${this.source}: a group has no end`);
    this.#isCaseIgnored = isIgnoredOutside;
    return inner;
  }

  #set(): string {
    const isNegated = this.#take("^");
    let units = "";
    while (!this.#take("]")) {
      const [named = ""] = /^\[:alnum:\]/.exec(this.source.slice(this.#at)) ?? [];
      this.#at += named.length;
      const first = named !== "" ? WORD.replace("_", "") : this.#setUnit();
      const range = /^-([^\]])/.exec(this.source.slice(this.#at))?.[1];
      units += first.length === 1 && range !== undefined ? this.#range(first) : this.#cased(first);
    }
    return isNegated ? [...PRINTED].filter((unit) => !units.includes(unit)).join("") : units;
  }

  #setUnit(): string {
    const unit = this.source[this.#at++] ?? "";
    return unit === "\\" ? this.#escaped() ?? "" : unit;
  }

  #range(from: string): string {
    this.#at++;
    const [low, high] = [from.charCodeAt(0), this.#setUnit().charCodeAt(0)];
    const units = Array.from({ length: high - low + 1 }, (_, i) => String.fromCharCode(low + i)).join("");
    return this.#cased(units);
  }

  /** Undefined for what takes no room, such as `\b`. */
  #escaped(): string | undefined {
    const [whole = "", hex] = /^(?:x([0-9a-fA-F]{2})|.)/.exec(this.source.slice(this.#at)) ?? [];
    this.#at += whole.length;
    if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
    return whole === "b" || whole === "z" ? undefined : CLASSES[whole] ?? whole;
  }

  #cased(units: string): string {
    return this.#isCaseIgnored ? units.toLowerCase() + units.toUpperCase() : units;
  }

  #take(sign: string): boolean {
    const isThere = this.source.startsWith(sign, this.#at);
    if (isThere) this.#at += sign.length;
    return isThere;
  }
}

function oneOf(units: string): Sampler {
  return (random) => units[Math.floor(random() * units.length)] ?? "";
}
