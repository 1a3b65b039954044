/// <reference lib="dom" />
import { render } from "preact";
import { App } from "./app.tsx";
import { comeIn } from "./ask.ts";

const root = document.getElementById("app");
if (root !== null) {
  // A key that was used up is no problem for a tab that is in: a reload, or the way back.
  const project = await comeIn().catch(() => undefined);
  root.replaceChildren();
  render(<App project={project} />, root);
}
