import * as fc from "fast-check";
import {
  type Body,
  bodyOf,
  goneBody,
  type History,
  merge,
  NO_HISTORY,
  refreshed,
  type Values,
} from "../../src/sync/merge.ts";
import { assert, assertEquals } from "../_support/assert.ts";

const digest = (text: string) => `d${text}`;
const clean = (text: string) => text.replace("SECRET", "[redacted]");

/** One machine's copy of one record. */
class Copy {
  readonly origin: string;
  values: Values | undefined;
  history: History = NO_HISTORY;
  lost: string[] = [];

  constructor(origin: string, values: Values | undefined) {
    this.origin = origin;
    this.values = values;
  }

  /** As a run does before it merges or sends: what was changed here gets its stamps. */
  note(now: number): void {
    this.history = refreshed(this.history, this.values, { origin: this.origin, digest, now });
  }

  body(): Body {
    if (this.history.gone !== undefined) return goneBody(this.history.gone, "me");
    return bodyOf(this.history, this.values!, { digest, clean, author: "me" });
  }

  edit(body: string, at: number): void {
    this.values = { ...this.values!, fields: { ...this.values!.fields, body }, changedAt: at };
    this.note(at);
  }

  take(body: Body, now: number): void {
    if (this.values !== undefined || this.history !== NO_HISTORY) this.note(now);
    const merged = merge(this, body, digest);
    [this.values, this.history] = [merged.values, merged.history];
    if (merged.lost !== undefined) this.lost.push(merged.lost.text);
  }

  says() {
    const { fields, lists } = this.values ?? { fields: {}, lists: {} };
    const sorted = Object.entries(lists).map(([name, texts]) => [name, [...texts].sort()]);
    return { gone: this.history.gone !== undefined, fields, lists: sorted };
  }
}

const FIRST: Values = {
  fields: { body: "first", category: "DECISION", title: null },
  lists: { files: ["a"] },
  changedAt: 1000,
};

const ACTION = fc.oneof(
  fc.record({ kind: fc.constant("edit" as const), at: fc.nat(2), text: fc.constantFrom("x", "y", "z") }),
  fc.record({ kind: fc.constant("retitle" as const), at: fc.nat(2), text: fc.constantFrom("x", "y", null) }),
  fc.record({ kind: fc.constant("add" as const), at: fc.nat(2), text: fc.constantFrom("b", "c", "d") }),
  fc.record({ kind: fc.constant("remove" as const), at: fc.nat(2), text: fc.constantFrom("a", "b", "c") }),
  fc.record({ kind: fc.constant("send" as const), at: fc.nat(2), to: fc.nat(2) }),
  fc.record({ kind: fc.constant("resend" as const), at: fc.nat(50), to: fc.nat(2) }),
);

type Action = typeof ACTION extends fc.Arbitrary<infer T> ? T : never;

function play(actions: readonly Action[], forgets: number | undefined): Copy[] {
  const machines = ["aaaaaaaa", "bbbbbbbb", "cccccccc"].map((origin, i) =>
    new Copy(origin, i === 0 ? FIRST : undefined)
  );
  const sent: Body[] = [];
  let now = 1000;
  const change = (copy: Copy, edit: (values: Values) => Partial<Values>) => {
    if (copy.values === undefined) return;
    copy.values = { ...copy.values, ...edit(copy.values), changedAt: now };
    copy.note(now);
  };
  machines[0]!.note(now);
  for (const [i, action] of actions.entries()) {
    now += i % 3; // some changes share their millisecond
    const copy = machines[action.at % 3]!;
    if (i === forgets && copy.history !== NO_HISTORY) {
      copy.values = undefined;
      copy.note(now);
    } else if (action.kind === "edit") {
      change(copy, ({ fields }) => ({ fields: { ...fields, body: action.text } }));
    } else if (action.kind === "retitle") {
      change(copy, ({ fields }) => ({ fields: { ...fields, title: action.text } }));
    } else if (action.kind === "add") {
      change(copy, ({ lists }) => ({ lists: { files: [...new Set([...lists.files!, action.text])] } }));
    } else if (action.kind === "remove") {
      change(copy, ({ lists }) => ({ lists: { files: lists.files!.filter((one) => one !== action.text) } }));
    } else if (action.kind === "send" && copy.history !== NO_HISTORY) {
      sent.push(copy.body());
      machines[action.to]!.take(sent.at(-1)!, now);
    } else if (action.kind === "resend" && sent.length > 0) {
      machines[action.to]!.take(sent[action.at % sent.length]!, now); // late, once more, or both
    }
  }
  for (let round = 0; round < 3; round++) {
    for (const from of machines) {
      for (const to of machines) if (from.history !== NO_HISTORY) to.take(from.body(), now);
    }
  }
  return machines;
}

Deno.test("merge() ends with the same on all machines, in any order and however often", () => {
  fc.assert(
    fc.property(
      fc.array(ACTION, { maxLength: 40 }),
      fc.option(fc.nat(40), { nil: undefined }),
      (actions, forgets) => {
        const [a, b, c] = play(actions, forgets).map((copy) => copy.says());
        assertEquals(b, a);
        assertEquals(c, a);
      },
    ),
    { numRuns: 500 },
  );
});

Deno.test("merge() lets a forget win over every edit, before and after", () => {
  const [copy, other] = [new Copy("aaaaaaaa", FIRST), new Copy("bbbbbbbb", undefined)];
  copy.note(1000);
  other.take(copy.body(), 1000);
  copy.values = undefined;
  copy.note(2000);
  other.edit("later", 9000);
  const late = other.body();
  other.take(copy.body(), 9000);
  copy.take(late, 9000);
  assertEquals([copy.says().gone, other.says().gone], [true, true]);
});

Deno.test("merge() returns the text that lost, where neither follows the other", () => {
  const [a, b] = [new Copy("aaaaaaaa", FIRST), new Copy("bbbbbbbb", undefined)];
  a.note(1000);
  b.take(a.body(), 1000);
  a.edit("by a", 2000);
  b.take(a.body(), 2000);
  b.edit("by b, who has read a", 3000);
  a.take(b.body(), 3000);
  assertEquals([a.lost, b.lost], [[], []]);
  a.edit("by a at once", 4000);
  b.edit("by b at once", 5000);
  const [fromA, fromB] = [a.body(), b.body()];
  a.take(fromB, 6000);
  b.take(fromA, 6000);
  assertEquals(a.says(), b.says());
  assertEquals([a.lost, b.lost], [["by a at once"], ["by a at once"]]);
});

Deno.test("refreshed() stamps a change behind what it follows, also where the clock lags", () => {
  const copy = new Copy("aaaaaaaa", FIRST);
  copy.note(1000);
  const before = copy.history.fields.body![0];
  copy.edit("second", 5);
  assert(copy.history.fields.body![0] > before);
});

Deno.test("merge() leaves a text as it is where its own edit comes back without secrets", () => {
  const copy = new Copy("aaaaaaaa", { ...FIRST, fields: { body: "SECRET", title: "SECRET" } });
  copy.note(1000);
  copy.take(copy.body(), 1000);
  assertEquals(copy.values?.fields, { body: "SECRET", title: "SECRET" });
});

Deno.test("merge() lists what was added at once in one order on every machine, whatever it knew before", () => {
  const machines = ["aaaaaaaa", "bbbbbbbb", "cccccccc"].map((origin) => new Copy(origin, undefined));
  const [a, b, c] = machines as [Copy, Copy, Copy];
  for (const [files, at] of [[["z"], 1000], [["y"], 2000], [[], 3000], [["y", "z"], 4000]] as const) {
    a.values = { ...FIRST, lists: { files }, changedAt: at };
    a.note(at);
    if (at > 1000) c.take(a.body(), at); // meets "y" and "z" in another order than `b`
    if (at === 4000) b.take(a.body(), at);
  }
  assertEquals([b, c].map(({ values }) => values!.lists.files), [["y", "z"], ["y", "z"]]);
});

Deno.test("bodyOf() leaves out a list element that a hook has removed since the row was noted", () => {
  const [a, b] = [new Copy("aaaaaaaa", FIRST), new Copy("bbbbbbbb", undefined)];
  a.note(1000);
  a.values = { ...FIRST, lists: { files: [] } };
  b.take(a.body(), 1000);
  assertEquals(b.values!.lists.files, []);
});
