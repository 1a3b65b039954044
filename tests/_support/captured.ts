/** What is written to a stream of this process, in place of writing it, until it is disposed of. */
export class Captured implements Disposable {
  readonly #stream: { writeSync(bytes: Uint8Array): number };
  readonly #original: (bytes: Uint8Array) => number;
  readonly #decoder = new TextDecoder();
  text = "";

  constructor(stream: { writeSync(bytes: Uint8Array): number }) {
    this.#stream = stream;
    this.#original = stream.writeSync;
    stream.writeSync = (bytes) => {
      this.text += this.#decoder.decode(bytes, { stream: true });
      return bytes.length;
    };
  }

  [Symbol.dispose](): void {
    this.#stream.writeSync = this.#original;
  }
}
