import { mount } from "svelte";
import App from "./App.svelte";
import "./theme.css";
import "./app.css";
import { version } from "./lib/version.svelte";
import { words } from "./words/words.svelte";

void words.load().finally(() => mount(App, { target: document.getElementById("page")! }));
addEventListener("load", () => setTimeout(() => void version.keep(), 1000));
