import { assertEquals } from "../../_support/assert.ts";
import { TestHome } from "../../_support/test_home.ts";
import { backwardLines } from "../../../src/machine/transcripts.ts";

interface Line {
  readonly text: string;
  readonly offset: number;
}

/** The file's lines as they are given, oldest first. */
function linesOf(text: string, maxBytes: number): Line[] {
  using home = new TestHome();
  home.write("lines", text);
  using file = Deno.openSync(`${home.root}/lines`);
  const lines = [...backwardLines(file, file.statSync().size, maxBytes)];
  return lines.reverse().map(({ bytes, offset }) => ({ text: new TextDecoder().decode(bytes), offset }));
}

function forwards(text: string): Line[] {
  let offset = 0;
  return text.split("\n").map((line) => {
    const found = { text: line, offset };
    offset += line.length + 1;
    return found;
  });
}

/** Lines of such lengths, each of a sign of its own. */
function written(lengths: readonly number[]): string {
  return lengths.map((length, i) => String.fromCharCode(0x41 + i % 26).repeat(length)).join("\n");
}

const SHAPES: readonly { readonly name: string; readonly lengths: readonly number[] }[] = [
  { name: "an empty file", lengths: [0] },
  { name: "nothing but line ends", lengths: Array(3000).fill(0) },
  { name: "short lines of more than the buffer", lengths: Array.from({ length: 9000 }, (_, i) => i % 211) },
  {
    name: "large lines between short ones",
    lengths: Array.from({ length: 40 }, (_, i) => i % 3 ? 90 : 200_000),
  },
  { name: "lines of half the buffer", lengths: Array(9).fill(256 * 1024) },
  { name: "lines as long as the buffer", lengths: [512 * 1024, 512 * 1024 - 1, 512 * 1024 + 1, 7] },
  { name: "a line of many buffers", lengths: [10, 3_000_000, 10, 900_000, 0] },
];

for (const { name, lengths } of SHAPES) {
  Deno.test(`backwardLines() gives what is read forwards: ${name}`, () => {
    const text = written(lengths);
    for (const maxBytes of [Infinity, text.length]) {
      assertEquals(linesOf(text, maxBytes), forwards(text));
    }
  });

  Deno.test(`backwardLines() gives no line that begins before what may be read: ${name}`, () => {
    const text = written(lengths);
    for (const maxBytes of [0, 1, 65_536, 524_289, 1_000_000]) {
      if (maxBytes >= text.length) continue;
      const expected = forwards(text).filter(({ offset }) => offset > text.length - maxBytes);
      assertEquals(linesOf(text, maxBytes), expected);
    }
  });
}
