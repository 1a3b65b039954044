/// <reference lib="dom" />
import { useEffect, useRef } from "preact/hooks";

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ["1 – 9", "go to a view, in the order of the list"],
  ["/", "search"],
  ["j  k", "the next row, the one before; so do the arrows"],
  ["Enter", "open the row"],
  ["Space", "Inbox: choose several"],
  ["y", "Inbox: keep"],
  ["e", "Inbox: edit"],
  ["x", "Inbox: drop a candidate, forget a memory"],
  ["u", "undo the last change"],
  ["Ctrl + Enter", "Preview: show; in a form: save"],
  ["Esc", "close this, leave a form"],
  ["?", "this list"],
];

/** Shows the keys, in a dialogue that Esc closes. */
export function KeysHelp({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>Close</button>
    </dialog>
  );
}
