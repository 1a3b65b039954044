/** Reads a scenario and the other memories of its project: data, written before anybody plays. */
import { basename, dirname, join } from "node:path";
import { parse } from "yaml";
import { MEMORY_CATEGORIES } from "../../src/memory/memory_text.ts";

export interface Scenario {
  readonly name: string;
  /** The public repository and the commit of the checkout that `init` is given; nothing of it is kept here. */
  readonly repository: string;
  readonly commit: string;
  /** Of the prompts, such as `en`. */
  readonly language: string;
  /** Nothing may be chosen by the plays of such a one. */
  readonly kept_aside: boolean;
  /** Tells a person what the checkout needs before a play. */
  readonly prepare: string;
  /** A shell command that has the checkout as it must be: 0 where it is. */
  readonly ready: string;
  /** The file of the other memories, beside those of the other scenarios. */
  readonly memories: string;
  readonly facts: Readonly<Record<string, Fact>>;
  readonly sessions: readonly Session[];
}

/** Comes up in passing in a learning session. */
export interface Fact {
  readonly says: string;
  /** A regular expression, any case, for the text in which it was kept. */
  readonly saved: string;
}

export interface Session {
  readonly name: string;
  readonly kind: "learn" | "test";
  readonly prompts: readonly string[];
  readonly checks: readonly Check[];
  /** Shell commands that do what an agent does that knows, and one that does not; they print what it says. */
  readonly right: string;
  readonly wrong: string;
}

export interface Check {
  readonly name: string;
  /** The fact that must be known; without one it says that the work was done at all. */
  readonly fact: string | undefined;
  /** 0 where it holds; runs in the repository as it was left, with `$SAID` (all that was said) and `$BASE` (the checkout). */
  readonly holds: string;
  /** 0 where an outdated fact came back, for a fact that was corrected. */
  readonly came_back: string | undefined;
}

/** One that belongs to the same project and has nothing to do with the planted facts. */
export interface OtherMemory {
  readonly topic: string;
  readonly category: string;
  readonly title: string;
  readonly body: string;
  readonly phrases: readonly string[];
}

/** Reads and checks one; throws with the first thing that is wrong. */
export function readScenario(path: string): Scenario {
  const given = parse(Deno.readTextFileSync(path)) as Scenario;
  const scenario: Scenario = {
    ...given,
    name: basename(path).replace(/\.yaml$/, ""),
    memories: given.memories === undefined ? "" : join(dirname(path), "..", "memories", given.memories),
    sessions: given.sessions.map((session) => ({
      ...session,
      checks: session.checks ?? [],
      right: session.right ?? "",
      wrong: session.wrong ?? "",
    })),
  };
  for (const { name, kind, prompts, checks } of scenario.sessions) {
    if (!["learn", "test"].includes(kind) || prompts.length === 0) {
      throw new Error(`${path}: session ${name} needs a kind and prompts`);
    }
    for (const { fact, holds } of checks) {
      if (fact !== undefined && scenario.facts[fact] === undefined || typeof holds !== "string") {
        throw new Error(`${path}: a check of ${name} names no fact of the scenario: ${fact}`);
      }
    }
  }
  for (const { saved } of Object.values(scenario.facts)) new RegExp(saved, "i");
  return scenario;
}

/**
 * Reads other memories: a line `# topic` before those that belong together, then a line each, `CATEGORY | title | body |
 * phrase; phrase`. Of `count` they are spread evenly over the file; as many as there are, in its order.
 */
export function readOthers(path: string, count: number): OtherMemory[] {
  const memories: OtherMemory[] = [];
  let topic = "";
  for (const [index, line] of Deno.readTextFileSync(path).split("\n").entries()) {
    if (line.startsWith("# ")) topic = line.slice(2).trim();
    else if (line.trim() !== "") memories.push(otherMemory(line, topic, `${path}:${index + 1}`));
  }
  if (count > memories.length) throw new Error(`${path} has ${memories.length} memories, not ${count}`);
  return memories.filter((_, index) =>
    Math.floor((index + 1) * count / memories.length) > Math.floor(index * count / memories.length)
  );
}

function otherMemory(line: string, topic: string, place: string): OtherMemory {
  const [category = "", title = "", body = "", phrases = "", ...more] = line.split(" | ").map((part) =>
    part.trim()
  );
  if (topic === "" || body === "" || more.length > 0 || !MEMORY_CATEGORIES.includes(category as never)) {
    throw new Error(`${place}: expected CATEGORY | title | body | phrase; phrase`);
  }
  return {
    topic,
    category,
    title,
    body,
    phrases: phrases.split(";").map((one) => one.trim()).filter((one) => one !== ""),
  };
}
