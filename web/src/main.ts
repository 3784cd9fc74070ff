import { mount } from "svelte";
import App from "./App.svelte";
import "./theme.css";
import "./app.css";
import { words } from "./words/words.svelte";

void words.load().finally(() => mount(App, { target: document.getElementById("page")! }));
