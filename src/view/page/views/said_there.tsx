/// <reference lib="dom" />
import type { ListedMemory } from "../../contract.ts";
import { Age, ItemLink, Loading } from "../parts.tsx";
import { useAnswer } from "../state.ts";
import { Steps } from "../steps.tsx";

/** Shows the turn in which a memory was found: the prompt, the message with the quotation, and the steps around it. */
export function SaidThere({ memory }: { readonly memory: ListedMemory }) {
  const { data, error } = useAnswer("surroundings", { id: memory.id });
  if (data === undefined && error === undefined) return <Loading />;
  // A copy contains this only for the items of the inbox; for others the request fails.
  const { prompt, message, steps } = data ?? { prompt: null, message: null, steps: [] };
  const { before, quote, after } = message ?? { before: "", quote: memory.quote, after: "" };
  if (!prompt && quote === "" && steps.length === 0) {
    return (
      <p class="quiet">
        {memory.session === null
          ? "It was saved outside of any session."
          : "Its session is not kept any more."}
      </p>
    );
  }
  return (
    <>
      {memory.session && (
        <p class="quiet">
          In <ItemLink id={memory.session.id}>{memory.session.title ?? memory.session.id}</ItemLink>
          {prompt && (
            <>
              , <ItemLink id={prompt.id}>in this turn</ItemLink>
            </>
          )}
        </p>
      )}
      {prompt && (
        <blockquote class="asked">
          <p>{prompt.text}</p>
          <footer>
            You, <Age at={prompt.at} />
          </footer>
        </blockquote>
      )}
      {quote !== "" && (
        <blockquote>
          <p>
            {before}
            <mark>{quote}</mark>
            {after}
          </p>
        </blockquote>
      )}
      {steps.length > 0 && <Steps steps={steps} />}
    </>
  );
}
