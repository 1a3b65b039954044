/// <reference lib="dom" />
import { useEffect, useRef, useState } from "preact/hooks";
import type { FoundView } from "../../contract.ts";
import { Age, CATEGORIES, Empty, Head, ItemLink, Problem, Score, shortPath, Tag } from "../parts.tsx";
import { goTo, linkTo, type Route, useAnswer, useShared } from "../state.ts";

const TYPES: readonly (readonly [type: string, name: string])[] = [
  ["memory", "memories"],
  ["ghap", "lessons"],
  ["value", "rules"],
  ["prompt", "prompts"],
  ["session", "sessions"],
  ["observation", "observations"],
  ["scratchpad", "notes"],
  ["code", "code"],
];

const SPANS: readonly (readonly [since: string, name: string])[] = [
  ["", "any time"],
  ["1d", "last day"],
  ["7d", "last week"],
  ["30d", "last month"],
  ["365d", "last year"],
];

/** While somebody types, the server is asked at most so often. */
const REST_MS = 150;
const LIMIT = 50;

/** Finds by words as they are typed, with filters, and says what each score is made of. */
export function Search({ route }: { readonly route: Route }) {
  const { project } = useShared();
  const [query, setQuery] = useState(route.params.get("q") ?? "");
  const [filters, setFilters] = useState({
    types: route.params.get("types") ?? "",
    category: route.params.get("category") ?? "",
    since: route.params.get("since") ?? "",
  });
  const [asked, setAsked] = useState(query);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const timer = self.setTimeout(() => {
      setAsked(query.trim());
      goTo(linkTo("search", undefined, { q: query.trim(), ...filters }), "replace");
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [query, filters]);
  const params = { q: asked, ...filters, limit: LIMIT };
  const { data, error } = useAnswer<FoundView>(asked === "" ? undefined : "search", params);
  const set = (name: keyof typeof filters) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setFilters((before) => ({ ...before, [name]: value }));
  };
  return (
    <div class="view">
      <Head title="Search" />
      <form class="search" role="search" onSubmit={(event) => event.preventDefault()}>
        <input
          ref={field}
          type="search"
          aria-label="Search what is remembered"
          placeholder="words, an error, a path, an identifier"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <label>
          What{" "}
          <select value={filters.types} onChange={set("types")}>
            <option value="">everything</option>
            {TYPES.map(([type, name]) => <option key={type} value={type}>{name}</option>)}
          </select>
        </label>
        <label>
          Category{" "}
          <select value={filters.category} onChange={set("category")}>
            <option value="">any</option>
            {CATEGORIES.map(([name, label]) => <option key={name} value={name}>{label}</option>)}
          </select>
        </label>
        <label>
          Since{" "}
          <select value={filters.since} onChange={set("since")}>
            {SPANS.map(([since, name]) => <option key={since} value={since}>{name}</option>)}
          </select>
        </label>
      </form>
      <Problem text={error} />
      <p class="quiet" role="status">
        {data &&
          `${data.items.length === LIMIT ? `The best ${LIMIT}` : data.items.length} found in ${data.ms} ms`}
        {data?.note && `; ${data.note}`}
      </p>
      {asked === "" && (
        <Empty title="Type what you are looking for.">
          A few words of it are enough: an error message, the name of a file, what you once asked for.
        </Empty>
      )}
      {data?.items.length === 0 && (
        <Empty title="Nothing fits.">
          Try other words{filters.types || filters.category || filters.since ? ", or fewer filters" : ""}
          {project !== "" && ", or every project in the list on the left"}.
        </Empty>
      )}
      <ol class="results">
        {data?.items.map((item) => (
          <li key={item.id}>
            <p class="row-head">
              <ItemLink id={item.id} />
              <Tag
                name={item.type === "memory" ? item.category : item.type === "ghap" ? "lesson" : item.type}
              />
              <span class="quiet">
                <Age at={item.created_at} />
                {project === "" && item.project && ` · ${shortPath(item.project)}`}
              </span>
            </p>
            {!isHeadOf(item.title, item.snippet) && <p class="result-title">{item.title}</p>}
            <p>{item.snippet}</p>
            <Score score={item.score} why={item.why} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Whether the title is only how the text begins, which stands below it. */
function isHeadOf(title: string, text: string): boolean {
  return title.endsWith("…") || text.startsWith(title);
}
