import { COMMON_STEMS, SHARE_STEPS, STEMS_EDITION } from "../../core/search/common_stems.ts";
import type { Store } from "../store.ts";

/** No word is empty: its row says which edition of the list is kept. */
const EDITION = "";

/** Sees to it that the store knows the common words of this program, so that hooks need not carry them. */
export function keepWordShares(store: Store): void {
  const kept = store.first<{ share: number }>("select share from search_words where word = ?", EDITION);
  if (kept?.share === STEMS_EDITION) return;
  const shares = COMMON_STEMS.flatMap((stems, step) =>
    stems.split(" ").filter((stem) => stem !== "").map((stem) => [stem, SHARE_STEPS[step]])
  );
  store.transaction(() => {
    store.run("delete from search_words");
    store.run(
      "insert into search_words (word, share) select value ->> 0, value ->> 1 from json_each(?)",
      JSON.stringify([[EDITION, STEMS_EDITION], ...shares]),
    );
  });
}
