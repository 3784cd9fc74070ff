/**
 * Keeps the focus where a person has put it. A table takes its buttons away while it deals; a browser then
 * drops the focus at the head of the page. Here it rests at the rail (`data-rests`) until the same control
 * (`data-keeps`) can be used again. Nothing that decides a hand is ever given the focus unasked.
 */

export function keepsFocus(root: HTMLElement): () => void {
  /** The control that a person has used last, while the focus is still theirs to have back. */
  let kept = "";

  const found = (event: FocusEvent) => {
    const target = event.target as HTMLElement;
    if (target.closest("dialog") || target.matches("[data-rests]")) return;
    kept = root.contains(target) ? (target.dataset["keeps"] ?? "rail") : "";
  };

  const pressed = (event: PointerEvent) => {
    if (!(event.target as HTMLElement).closest("button, a, input, summary, dialog, [tabindex]")) kept = "";
  };

  const tabbed = (event: KeyboardEvent) => {
    // From the rail the focus goes where the key leads.
    if (event.key === "Tab" && document.activeElement?.matches("[data-rests]")) kept = "";
  };

  const look = () => {
    const active = document.activeElement;
    // A browser takes the focus from a disabled button a moment later, without a word.
    const isLost = active === null || active === document.body || active.matches(":disabled");
    const rests = root.querySelector<HTMLElement>("[data-rests]");
    if (!kept || document.querySelector("dialog[open]") || !(isLost || active === rests)) return;
    const again = root.querySelector<HTMLElement>(`[data-keeps="${kept}"]:not(:disabled)`);
    if (again) again.focus({ preventScroll: true });
    else if (isLost) rests?.focus({ preventScroll: true });
  };

  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  addEventListener("focusin", found);
  addEventListener("pointerdown", pressed);
  addEventListener("keydown", tabbed);
  return () => {
    observer.disconnect();
    removeEventListener("focusin", found);
    removeEventListener("pointerdown", pressed);
    removeEventListener("keydown", tabbed);
  };
}
