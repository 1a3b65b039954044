/// <reference lib="dom" />
import { render } from "preact";
import { App } from "./app.tsx";
import { enter } from "./ask.ts";

const root = document.getElementById("app");
if (root !== null) {
  // A used key is no problem for a tab that already has the pass, such as after a reload.
  const project = await enter().catch(() => undefined);
  root.replaceChildren();
  render(<App project={project} />, root);
}
