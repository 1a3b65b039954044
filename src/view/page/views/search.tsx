/// <reference lib="dom" />
// The view Search: searches while the user types, with filters, and shows the parts of each score.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answers } from "../../../cli/view/reads.ts";
import { COPY, TYPES_IN_COPY, wordsInLowerCase } from "../ask.ts";
import {
  Age,
  CATEGORIES,
  Choice,
  Empty,
  Head,
  isStart,
  linkOf,
  Loading,
  Marked,
  Score,
  submits,
  Tag,
  useProjectNames,
} from "../parts.tsx";
import { goTo, isComposing, linkTo, moveFocus, REST_MS, type Route, useAnswer, useShared } from "../state.ts";

const ALL_TYPES: readonly (readonly [type: string, name: string])[] = [
  ["", "everything"],
  ["memory", "memories"],
  ["ghap", "predictions"],
  ["value", "values"],
  ["prompt", "prompts"],
  ["session", "sessions"],
  ["observation", "observations"],
  ["scratchpad", "scratchpads"],
  ["code", "code"],
];
const TYPES = COPY === undefined
  ? ALL_TYPES
  : ALL_TYPES.filter(([type]) => type === "" || TYPES_IN_COPY.has(type));

const SPANS: readonly (readonly [since: string, name: string])[] = [
  ["", "any time"],
  ["1d", "last day"],
  ["7d", "last week"],
  ["30d", "last month"],
  ["365d", "last year"],
];

const LIMIT = 50; // the most results

export function Search({ route }: { readonly route: Route }) {
  const [query, setQuery] = useState(route.params.get("q") ?? "");
  const [filters, setFilters] = useState(filtersOf(route));
  const [asked, setAsked] = useState(query);
  const field = useRef<HTMLInputElement>(null);
  const address = route.params.toString();
  useEffect(() => {
    const words = route.params.get("q") ?? "";
    if (words !== asked) setQuery(words); // else this view wrote the address, and more may be typed meanwhile
    setFilters(filtersOf(route));
    if (words === "") field.current?.focus();
  }, [address]);
  useEffect(() => {
    const timer = self.setTimeout(() => {
      setAsked(query.trim());
      goTo(linkTo("search", undefined, { q: query.trim(), ...filters }), "late");
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [query, filters]);
  const choice = (label: string, name: keyof typeof filters, options: typeof TYPES) => (
    <Choice
      label={label}
      value={filters[name]}
      options={options}
      choose={(value) => setFilters((before) => ({ ...before, [name]: value }))}
    />
  );
  const typed = (event: KeyboardEvent) => {
    if ((event.key !== "ArrowDown" && event.key !== "Enter") || isComposing(event)) return; // input methods use both
    event.preventDefault();
    if (query.trim() === asked && moveFocus(1)) return; // else the rows belong to earlier words, and soon go
    const item = event.key === "Enter" ? linkOfId(query.trim()) : undefined;
    if (item !== undefined) goTo(item);
  };
  return (
    <div class="view">
      <Head title="Search" />
      <form class="search" role="search" onSubmit={submits(() => {})}>
        <input
          ref={field}
          type="search"
          aria-label="Search what is remembered"
          placeholder="words, an error, a path, an identifier"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={typed}
        />
        {choice("Type", "types", TYPES)}
        {choice("Category", "category", [["", "any"], ...CATEGORIES])}
        {choice("Since", "since", SPANS)}
      </form>
      <Found asked={asked} filters={filters} />
    </div>
  );
}

/** Returns the link to the item that these words name by its id, such as `m12`; `undefined` for other words. */
function linkOfId(words: string): string | undefined {
  return /^[a-z]\d+$/i.test(words) ? linkOf(words.toLowerCase()) : undefined;
}

function filtersOf({ params }: Route) {
  return {
    types: params.get("types") ?? "",
    category: params.get("category") ?? "",
    since: params.get("since") ?? "",
  };
}

function Found(
  { asked, filters }: { readonly asked: string; readonly filters: Readonly<Record<string, string>> },
) {
  const { project } = useShared();
  const params = { q: asked, ...filters, limit: LIMIT };
  const { data, error } = useAnswer(asked === "" ? undefined : "search", params);
  const words = wordsInLowerCase(asked);
  const item = linkOfId(asked);
  const isNothing = data?.items.length === 0;
  const count = data?.items.length === LIMIT ? `The best ${LIMIT}` : data?.items.length;
  const found = data && `${count} found in ${data.ms} ms`;
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <>
      {asked !== "" && data === undefined && <Loading error={error} />}
      <p class="quiet" role="status">
        {[found, data?.note].filter(Boolean).join("; ")}
      </p>
      {item !== undefined && (
        <p>
          <a href={item}>Open {asked}</a>
        </p>
      )}
      {asked === "" && (
        <Empty title="Type what you are looking for.">
          A few words of it are enough: an error message, the name of a file, what you once asked for.
        </Empty>
      )}
      {isNothing && item === undefined && (
        <Empty title="Nothing fits.">
          Try other words{isFiltered && ", or fewer filters"}
          {project !== "" && ", or every project in the list on the left"}.
        </Empty>
      )}
      <ol class="results">
        {data?.items.map((item) => <Hit key={item.id} item={item} words={words} />)}
      </ol>
    </>
  );
}

function Hit({ item, words }: {
  readonly item: Answers["search"]["items"][number];
  readonly words: readonly string[];
}) {
  const { project } = useShared();
  const nameOf = useProjectNames();
  const { id, type, title, snippet, category, created_at, score, why } = item;
  const isHead = isStart(title, snippet);
  const link = linkOf(id);
  const head = <Marked text={isHead ? snippet : title} words={words} />;
  return (
    <li>
      <p class="row-head">
        <span class="id">{id}</span>
        <Tag name={type === "memory" ? category : type === "ghap" ? "prediction" : type} />
        <span class="quiet">
          <Age at={created_at} />
          {project === "" && item.project && ` · ${nameOf(item.project)}`}
        </span>
      </p>
      <h2>{link === undefined ? head : <a href={link}>{head}</a>}</h2>
      {!isHead && (
        <p>
          <Marked text={snippet} words={words} />
        </p>
      )}
      <Score score={score} why={why} />
    </li>
  );
}
