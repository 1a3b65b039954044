/// <reference lib="dom" />
import { render } from "preact";
import { App } from "./app.tsx";
import { comeIn } from "./ask.ts";

const root = document.getElementById("app");
if (root !== null) {
  const problem = await comeIn().then(() => undefined, (error: Error) => error.message);
  root.replaceChildren();
  render(<App problem={problem} />, root);
}
