/// <reference lib="dom" />
// The view Preview: what a hook would print at the start of a session or with a prompt, and why.
import { useEffect, useRef, useState } from "preact/hooks";
import type { CHANGES } from "../../../cli/view/changes.ts";
import { change, COPY, type Refused } from "../ask.ts";
import { usePaged } from "../lists.tsx";
import { amount, Choice, Empty, Head, ItemLink, Loading, Problem, Score, submits } from "../parts.tsx";
import { type Route, useKept, useShared } from "../state.ts";

type PreviewView = ReturnType<typeof CHANGES.preview>;

export function Preview({ route }: { readonly route: Route }) {
  const { project } = useShared();
  const [prompt, setPrompt] = useKept("prompt of the preview", route.params.get("prompt") ?? "");
  const [session, setSession] = useKept(`session of the preview in ${project}`, "");
  const [shown, setShown] = useKept<PreviewView | undefined>(
    `answer of the preview in ${project}`,
    undefined,
  );
  const [problem, setProblem] = useState<string>();
  const newest = useRef(0);
  const canAsk = COPY === undefined && project !== "";
  const show = async () => {
    const number = ++newest.current;
    try {
      const answer = await change<PreviewView>("preview", { prompt: prompt.trim(), project, session });
      if (number !== newest.current) return;
      setShown(answer);
      setProblem(undefined);
    } catch (error) {
      if (number === newest.current) setProblem((error as Refused).message);
    }
  };
  useEffect(() => {
    if (canAsk) void show(); // asked again: items that are shown may be forgotten by now
  }, []);
  return (
    <div class="view">
      <Head title="Preview">
        Which rules, contents and sessions would an agent be told at the start of a session, or what with a
        prompt?
      </Head>
      {canAsk
        ? <Form {...{ prompt, setPrompt, session, setSession, show }} />
        : COPY === undefined
        ? <Empty title="Choose a project.">Agents are told something else in each project.</Empty>
        : (
          <Empty title="A copy cannot answer that.">
            Run <code>mneme view</code> for the page that can.
          </Empty>
        )}
      <Problem text={problem} />
      <div role="status" class="answer">
        {shown !== undefined ? <Told preview={shown} /> : canAsk && problem === undefined && <Loading />}
      </div>
    </div>
  );
}

function Form({ prompt, setPrompt, session, setSession, show }: {
  readonly prompt: string;
  readonly setPrompt: (prompt: string) => void;
  readonly session: string;
  readonly setSession: (session: string) => void;
  readonly show: () => Promise<void>;
}) {
  const sessions = usePaged("sessions", {});
  return (
    <form class="form" onSubmit={submits(show)}>
      <label class="wide">
        Prompt
        <textarea
          rows={3}
          value={prompt}
          placeholder="Fix the flaky checkout test"
          onInput={(event) => setPrompt(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void show();
          }}
        />
      </label>
      <Choice
        label="In session"
        value={session}
        options={[
          ["", "a new one, which was told the contents at its start"],
          ...(sessions.head?.rows ?? []).slice(0, 20).map((one) =>
            [one.session_id, `${one.id} ${one.title ?? ""}`] as const
          ),
        ]}
        choose={setSession}
      />
      <div class="actions">
        <button type="submit" class="main">Show</button>
        <span class="quiet">Ctrl + Enter</span>
      </div>
    </form>
  );
}

function Told({ preview }: { readonly preview: PreviewView }) {
  const { text, silence, items, rest, relevance_floor: floor, left_out: leftOut, labels } = preview;
  if (silence !== null) return <Empty title="Nothing is told.">{`As ${silence}.`}</Empty>;
  return (
    <div class="answer">
      {text === null
        ? (
          <p class="quiet">
            Nothing is told: {floor === null // there was no prompt
              ? "nothing stored here is new to the session"
              : leftOut[0]?.reason.endsWith("before") // of the best: `told before`, `text shown before`
              ? "what fits was told before"
              : "nothing that is kept fits"}.
          </p>
        )
        : (
          <section aria-label="Text for the agent">
            <h2>Text for the agent</h2>
            <p class="row-head">
              <meter
                min={0}
                max={preview.token_budget}
                value={preview.token_count}
                aria-label="tokens of the budget"
              />
              <span class="quiet">
                about {preview.token_count} of {preview.token_budget}{" "}
                tokens{floor !== null && `; items with a score below ${floor.toFixed(2)} are left out`}
                {rest > 0 && `; only a search finds ${amount(rest, "more item")}`}
              </span>
            </p>
            <pre class="told" tabIndex={0}>{text}</pre>
          </section>
        )}
      <Reasons title={`Why these ${items.length}`} items={items} labels={labels} />
      <Reasons title={`Left out: ${leftOut.length}`} items={leftOut} labels={labels} />
    </div>
  );
}

function Reasons({ title, items, labels }: {
  readonly title: string;
  readonly items: readonly (Pick<PreviewView["items"][number], "id" | "score" | "reason"> & {
    readonly why?: PreviewView["items"][number]["why"];
  })[];
  readonly labels: PreviewView["labels"];
}) {
  if (items.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <ol class="results">
        {items.map(({ id, score, why = [], reason }) => (
          <li key={id}>
            <p>
              <ItemLink id={id} /> {labels[id]} <span class="quiet">{reason}</span>
            </p>
            {score !== null && <Score score={score} why={why} />}
          </li>
        ))}
      </ol>
    </details>
  );
}
