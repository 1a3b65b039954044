/// <reference lib="dom" />
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Deed, InboxView, Place } from "../contract.ts";
import { ask, change, COPY, type Refused } from "./ask.ts";
import { DeedList, undoLast } from "./deed_list.tsx";
import { KeysHelp } from "./keys_help.tsx";
import { useLive } from "./live.ts";
import { Problem, shortPath } from "./parts.tsx";
import { goTo, linkTo, type Route, type Shared, SharedContext, useKeys, useRoute } from "./state.ts";
import { Inbox } from "./views/inbox.tsx";
import { Memory } from "./views/memory.tsx";
import { Now } from "./views/now.tsx";
import { Numbers } from "./views/numbers.tsx";
import { Predictions } from "./views/predictions.tsx";
import { Preview } from "./views/preview.tsx";
import { Privacy } from "./views/privacy.tsx";
import { Search } from "./views/search.tsx";
import { Sessions } from "./views/sessions.tsx";

/** Every view by its address; `1` to `9` lead to them. */
const VIEWS: Readonly<
  Record<string, { readonly name: string; readonly View: ComponentType<{ readonly route: Route }> }>
> = {
  now: { name: "Now", View: Now },
  inbox: { name: "Inbox", View: Inbox },
  search: { name: "Search", View: Search },
  memory: { name: "Memory", View: Memory },
  preview: { name: "Preview", View: Preview },
  sessions: { name: "Sessions", View: Sessions },
  predictions: { name: "Predictions", View: Predictions },
  numbers: { name: "Numbers", View: Numbers },
  privacy: { name: "Privacy", View: Privacy },
};

/** For as long as a tab lives. */
const PROJECT_KEY = "mneme-project";

/** The page: where it leads, which project it is about, and the view in the middle. */
export function App({ problem }: { readonly problem: string | undefined }) {
  const route = useRoute();
  const [place, setPlace] = useState<Place>();
  const [failure, setFailure] = useState(problem);
  const [project, setProject] = useState("");
  const [deeds, setDeeds] = useState<readonly Deed[]>([]);
  const [waiting, setWaiting] = useState(0);
  const [notice, setNotice] = useState<string>();
  const [isHelp, setHelp] = useState(false);
  const reloadDeeds = () => {
    if (COPY === undefined) change<Deed[]>("deeds", {}).then(setDeeds, () => {});
  };
  const { tick, isOver } = useLive(place !== undefined, reloadDeeds);
  useEffect(() => {
    if (problem !== undefined) return;
    ask<Place>("place").then((found) => {
      const kept = sessionStorage.getItem(PROJECT_KEY);
      setProject(COPY === undefined && kept !== null ? kept : found.project ?? "");
      setPlace(found);
    }, (error: Refused) => setFailure(error.status === 401 ? LOCKED : error.message));
  }, []);
  useEffect(() => {
    if (place !== undefined) {
      ask<InboxView>("inbox", { project, limit: 1 }).then(({ total }) => setWaiting(total), () => {});
    }
  }, [place, project, tick]);
  const main = useRef<HTMLElement>(null);
  const { name, View } = VIEWS[route.view] ?? VIEWS.now!;
  useEffect(() => {
    document.title = `${name} · mneme`;
  }, [name]);
  const shared: Shared = {
    place: place ?? { projects: [], project: null, version: "", home: "" },
    ...{ project, tick, deeds, reloadDeeds, say: setNotice },
  };
  useKeys({
    "?": () => setHelp(true),
    "/": () => goTo(linkTo("search")),
    u: () => undoLast(shared),
    ...Object.fromEntries(Object.keys(VIEWS).map((view, i) => [String(i + 1), () => goTo(linkTo(view))])),
  });
  if (failure !== undefined) return <Problem text={failure} />;
  if (place === undefined) return <p class="starting">Opening what is remembered…</p>;
  const choose = (chosen: string) => {
    sessionStorage.setItem(PROJECT_KEY, chosen);
    setProject(chosen);
  };
  return (
    <SharedContext.Provider value={shared}>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the view
      </a>
      <header class="side">
        <p class="brand">mneme</p>
        <nav aria-label="Views">
          <ul>
            {Object.entries(VIEWS).map(([view, { name: label }]) => (
              <li key={view}>
                <a href={linkTo(view)} aria-current={VIEWS[view]?.name === name ? "page" : undefined}>
                  {label}
                </a>
                {view === "inbox" && waiting > 0 && <span class="badge" aria-hidden="true">{waiting}</span>}
              </li>
            ))}
          </ul>
        </nav>
        <label class="scope">
          <span>Project</span>
          <select value={project} onChange={(event) => choose(event.currentTarget.value)}>
            {COPY === undefined && <option value="">Every project</option>}
            {withOwn(place.projects, project).map((one) => (
              <option key={one} value={one}>{shortPath(one)}</option>
            ))}
          </select>
        </label>
        <p class="foot">
          {place.copied_at === undefined
            ? <button type="button" class="plain" onClick={() => setHelp(true)}>Keys: ?</button>
            : `A copy of ${new Date(place.copied_at).toLocaleString()}`}
        </p>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {isOver && (
          <p class="problem" role="alert">mneme view has ended. Run it again and open its new address.</p>
        )}
        <View route={route} key={`${name} ${project}`} />
      </main>
      <DeedList notice={notice} dismiss={() => setNotice(undefined)} />
      {isHelp && <KeysHelp close={() => setHelp(false)} />}
    </SharedContext.Provider>
  );
}

const LOCKED = "This browser has not come in: run `mneme view` and open the address that it prints.";

/** A project of which nothing is kept yet can be chosen, too. */
function withOwn(projects: readonly string[], own: string): readonly string[] {
  return own === "" || projects.includes(own) ? projects : [own, ...projects];
}
