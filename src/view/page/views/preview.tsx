/// <reference lib="dom" />
import { useState } from "preact/hooks";
import type { PreviewView, SessionView } from "../../contract.ts";
import { change, COPY, type Refused } from "../ask.ts";
import { Empty, Head, ItemLink, Problem, Score } from "../parts.tsx";
import { type Route, useShared } from "../state.ts";
import { usePaged } from "../virtual_list.tsx";

/** What would it tell the agent? Exactly what the hook would bring back for a prompt, and why. */
export function Preview({ route }: { readonly route: Route }) {
  const { project } = useShared();
  const [prompt, setPrompt] = useState(route.params.get("prompt") ?? "");
  const [session, setSession] = useState("");
  const [preview, setPreview] = useState<PreviewView>();
  const [problem, setProblem] = useState<string>();
  const sessions = usePaged<SessionView>("sessions", {});
  const show = async () => {
    try {
      setPreview(await change<PreviewView>("preview", { prompt, project, session }));
      setProblem(undefined);
    } catch (error) {
      setProblem((error as Refused).message);
    }
  };
  return (
    <div class="view">
      <Head title="Preview">What would the agent be told with this prompt? Nothing is written down.</Head>
      {COPY !== undefined
        ? (
          <Empty title="A copy cannot answer that.">
            Run <code>mneme view</code> for the page that can.
          </Empty>
        )
        : (
          <form
            class="form"
            onSubmit={(event) => {
              event.preventDefault();
              void show();
            }}
          >
            <label class="wide">
              Prompt
              <textarea
                rows={4}
                value={prompt}
                placeholder="Fix the flaky checkout test"
                onInput={(event) => setPrompt(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter" || !event.ctrlKey) return;
                  event.preventDefault();
                  void show();
                }}
              />
            </label>
            <label class="wide">
              In session
              <select value={session} onChange={(event) => setSession(event.currentTarget.value)}>
                <option value="">a new one, which was shown nothing yet</option>
                {sessions.page(0)?.rows.slice(0, 20).map((one) => (
                  <option key={one.id} value={one.session_id}>{one.id} {one.title ?? ""}</option>
                ))}
              </select>
            </label>
            <div class="actions">
              <button type="submit" class="main" disabled={prompt.trim() === ""}>Show</button>
              <span class="quiet">Ctrl + Enter</span>
            </div>
          </form>
        )}
      {project === "" && COPY === undefined && (
        <p class="quiet">Choose a project on the left: a prompt is asked in one.</p>
      )}
      <Problem text={problem} />
      <div role="status" class="answer">{preview && <Told preview={preview} />}</div>
    </div>
  );
}

function Told({ preview }: { readonly preview: PreviewView }) {
  const { text, silence, items, leftOut, tokenCount, tokenBudget, floor, labels } = preview;
  if (silence !== null) return <Empty title="Nothing is brought back.">{`As ${silence}.`}</Empty>;
  return (
    <>
      {text === null
        ? (
          <Empty title="Nothing is brought back.">
            Nothing that is kept fits well enough: below the floor of {floor}{" "}
            the agent is told nothing at all.
          </Empty>
        )
        : (
          <section aria-label="What the agent would be told">
            <h2>What the agent would be told</h2>
            <p class="row-head">
              <meter min={0} max={tokenBudget} value={tokenCount} aria-label="tokens of the budget" />
              <span class="quiet">about {tokenCount} of {tokenBudget} tokens; the floor is {floor}</span>
            </p>
            <pre class="told" tabIndex={0}>{text}</pre>
          </section>
        )}
      {items.length > 0 && (
        <section>
          <h2>Why these</h2>
          <ol class="results">
            {items.map((item) => (
              <li key={item.id}>
                <p>
                  <ItemLink id={item.id} /> {labels[item.id]?.text}{" "}
                  <span class="quiet">{item.tokens} tokens</span>
                </p>
                <Score score={item.score} why={item.why} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {leftOut.length > 0 && (
        <section>
          <h2>What was left out</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">Item</th>
                <th scope="col">Score</th>
                <th scope="col">Why not</th>
              </tr>
            </thead>
            <tbody>
              {leftOut.map((item) => (
                <tr key={item.id}>
                  <td>
                    <ItemLink id={item.id} /> {labels[item.id]?.text}
                  </td>
                  <td class="number">{item.score.toFixed(2)}</td>
                  <td>{item.reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
