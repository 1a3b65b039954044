/// <reference lib="dom" />
// The start of the page's script: the frame around the views, the choice of a project, keyboard shortcuts.
import { type ComponentType, render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answers } from "../../cli/view/reads.ts";
import { ask, COPY, enter, type Refused, useLive } from "./ask.ts";
import { ActionButton, ActionList, type Notice, undoLast } from "./action_list.tsx";
import { dropForgotten } from "./memory_form.tsx";
import { Choice, Problem, shortPath, useProjectNames } from "./parts.tsx";
import {
  goTo,
  linkTo,
  moveFocus,
  type Route,
  rowKeys,
  type Shared,
  SharedContext,
  useAnswer,
  useKeys,
  useRoute,
  useShared,
} from "./state.ts";
import { Inbox } from "./views/inbox.tsx";
import { Memory } from "./views/memory.tsx";
import { Now } from "./views/now.tsx";
import { Numbers } from "./views/numbers.tsx";
import { Predictions } from "./views/predictions.tsx";
import { Preview } from "./views/preview.tsx";
import { Privacy } from "./views/privacy.tsx";
import { Search } from "./views/search.tsx";
import { Sessions } from "./views/sessions.tsx";
import { Told } from "./views/told.tsx";

interface ViewEntry {
  readonly name: string;
  readonly View: ComponentType<{ readonly route: Route }>;
  /** For a view that the list of views leaves out: the listed view that is marked as current instead. */
  readonly of?: string;
}

/** All views, by the address after `#/`. The keys `1` to `9` open the listed ones. */
const VIEWS: ReadonlyMap<string, ViewEntry> = new Map([
  ["now", { name: "Now", View: Now }],
  ["inbox", { name: "Inbox", View: Inbox }],
  ["search", { name: "Search", View: Search }],
  ["memory", { name: "Memory", View: Memory }],
  ["preview", { name: "Preview", View: Preview }],
  ["sessions", { name: "Sessions", View: Sessions }],
  ["predictions", { name: "Predictions", View: Predictions }],
  ["numbers", { name: "Numbers", View: Numbers }],
  ["privacy", { name: "Privacy", View: Privacy }],
  ["told", { name: "Told", View: Told, of: "sessions" }],
]);
const LISTED = [...VIEWS].filter(([, { of }]) => of === undefined);

/** The key in `sessionStorage` under which a tab keeps the chosen project. */
const PROJECT_KEY = "mneme-project";

/** The page. `begun` is the project of the one-time key in the address: `null` for all; `undefined` without a key. */
function App({ project: begun }: { readonly project: string | null | undefined }) {
  const [place, setPlace] = useState<Answers["place"]>();
  const [failure, setFailure] = useState<string>();
  const [project, setProject] = useState("");
  const [notice, setNotice] = useState<Notice>();
  const { tick, isOver, actions, poll } = useLive(place !== undefined);
  useEffect(() => {
    if (begun !== undefined) sessionStorage.setItem(PROJECT_KEY, begun ?? ""); // a reload has no key any more
    ask("place").then((found) => {
      setProject((COPY === undefined ? sessionStorage.getItem(PROJECT_KEY) : null) ?? found.project ?? "");
      return poll().then(() => setPlace(found)); // the poll comes first, so that `tick` counts each later change
    }).catch((error: Refused) => setFailure(error.status === 401 ? LOCKED : error.message));
  }, []);
  if (failure !== undefined) return <Problem text={failure} />;
  if (place === undefined) return <p class="starting loading">Opening what is remembered…</p>;
  const choose = (chosen: string) => {
    sessionStorage.setItem(PROJECT_KEY, chosen);
    setProject(chosen);
  };
  const shared: Shared = { place, project, tick, actions, poll, say: (text) => setNotice({ text }) };
  return (
    <SharedContext.Provider value={shared}>
      <Frame choose={choose} isOver={isOver} />
      <ActionList notice={notice} dismiss={() => setNotice(undefined)} />
    </SharedContext.Provider>
  );
}

// The second click of a double click would press the button that has come under the mouse meanwhile.
addEventListener("click", (event) => {
  if (event.detail < 2 || !(event.target as Element).closest("button")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

const LOCKED =
  "This tab has no access: its address was already used, or “mneme view” was started again. Run “mneme view” for another one.";

function Frame({ choose, isOver }: { readonly choose: (project: string) => void; readonly isOver: boolean }) {
  const shared = useShared();
  const route = useRoute();
  const { data: state } = useAnswer("state", {}, "live");
  const [isHelp, setHelp] = useState(false);
  const main = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [view, { name, View, of }] = [...VIEWS].find(([view]) => view === route.view) ?? [...VIEWS][0]!;
  const waiting = state?.waiting ?? 0;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${name} · mneme`;
  }, [name, waiting]);
  useEffect(() => {
    if (COPY === undefined) void dropForgotten();
  }, [shared.tick]);
  useEffect(() => {
    // On a narrow screen the list is a row that scrolls.
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current || !current) return;
    const middle = (element: HTMLElement) => {
      const { left, width } = element.getBoundingClientRect();
      return left + width / 2;
    };
    list.current.scrollLeft += middle(current) - middle(list.current);
  }, [of ?? view]);
  useKeys({
    "?": () => setHelp(true),
    "/": () => {
      const field = main.current?.querySelector<HTMLInputElement>("form[role=search] input");
      if (field) field.select();
      else goTo(linkTo("search"));
    },
    u: () => void undoLast(shared),
    ...rowKeys(moveFocus),
    ...Object.fromEntries(LISTED.map(([view], i) => [String(i + 1), () => goTo(linkTo(view))])),
  }, "page");
  const skip = (event: Event) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>Skip to the view</a>
      <header class="side">
        <p class="brand">mneme</p>
        <nav aria-label="Views">
          <ul ref={list}>
            {LISTED.map(([one, { name: label }]) => (
              <li key={one}>
                <a href={linkTo(one)} aria-current={one === (of ?? view) ? "page" : undefined}>{label}</a>
                {one === "inbox" && waiting > 0 && <span class="badge" aria-hidden="true">{waiting}</span>}
              </li>
            ))}
          </ul>
        </nav>
        <ProjectChoice choose={choose} />
        <Foot help={() => setHelp(true)} />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {isOver && (
          <p class="problem" role="alert">
            mneme view has ended. Run it again and open its address: this tab then goes on.
          </p>
        )}
        {state?.paused.map((one) => <Paused key={one.what} pause={one} />)}
        <View route={route} key={`${name} ${shared.project}`} />
      </main>
      {isHelp && <KeysHelp close={() => setHelp(false)} />}
    </>
  );
}

function ProjectChoice({ choose }: { readonly choose: (project: string) => void }) {
  const { place: first, project } = useShared();
  const { data: place = first } = useAnswer("place", {}, "live"); // a new project joins with its first session
  // The chosen project may have nothing stored yet.
  const known = [...new Set([...place.projects, ...project === "" ? [] : [project]])];
  const every = COPY === undefined || project === "" ? [["", "Every project"] as const] : [];
  return (
    <div class="scope">
      <Choice
        label="Project"
        value={project}
        options={[...every, ...known.map((one) => [one, shortPath(one, known)] as const)]}
        choose={choose}
      />
    </div>
  );
}

function Foot({ help }: { readonly help: () => void }) {
  const { place: { copied_at, left_out = [] }, project } = useShared();
  const nameOf = useProjectNames();
  if (copied_at !== undefined) {
    return (
      <div class="foot">
        <p>A copy of {new Date(copied_at).toLocaleString()}.</p>
        <p>It leaves out {left_out.join(", ")}.</p>
      </div>
    );
  }
  return (
    <div class="foot">
      <details class="pause">
        <summary>Pause</summary>
        <p>Record and show nothing {project === "" ? "anywhere" : `in ${nameOf(project)}`}:</p>
        <ActionButton verb="pause" body={{ project, minutes: 60 }}>For an hour</ActionButton>
        <ActionButton verb="pause" body={{ project }}>Until I resume</ActionButton>
      </details>
      <button type="button" class="plain" onClick={help}>Keys: ?</button>
    </div>
  );
}

function Paused({ pause: { what, scope, key } }: { readonly pause: Answers["state"]["paused"][number] }) {
  const nameOf = useProjectNames();
  const text = what.replace(/ until `mneme unpause`$/, ""); // the button does it
  return (
    <p class="paused" role="status">
      Paused: {scope === "project" ? text.replace(key, nameOf(key)) : text}.{" "}
      <ActionButton verb="resume" body={{ scope, key }} class="plain" label={`Resume ${what}`}>
        Resume
      </ActionButton>
    </p>
  );
}

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ["1 – 9", "go to a view, in the order of the list"],
  ["/", "search"],
  ["j  k", "the next row, the previous row (also the arrow keys)"],
  ["Enter", "open the row"],
  ["Space", "Inbox: choose several"],
  ["y", "Inbox: keep"],
  ["e", "Inbox: edit"],
  ["x", "Inbox: drop a candidate, forget a memory"],
  ["u", "undo the last change"],
  ["Ctrl + Enter", "Preview: show; in a form: save"],
  ["Esc", "close this list, or leave a form (its draft is kept)"],
  ["?", "this list"],
];

function KeysHelp({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl class="facts">
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

const root = document.getElementById("app");
if (root !== null) {
  // A used key does no harm to a tab that already has the session token, as after a reload.
  const project = await enter().catch(() => undefined);
  root.replaceChildren();
  render(<App project={project} />, root);
}
