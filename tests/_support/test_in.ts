/** Declares tests that each have a home of this kind to themselves, until they end. */
export function testIn<T extends Disposable | AsyncDisposable>(
  Home: new () => T,
): (name: string, work: (home: T) => void | Promise<void>, options?: { readonly ignore: boolean }) => void {
  return (name, work, options = { ignore: false }) =>
    Deno.test(name, options, async () => {
      await using home = new Home();
      await work(home);
    });
}
