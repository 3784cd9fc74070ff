/** Where the keyboard goes when a form opens: to its first field. A form that only asks waits for a choice. */

export function focusFirst(form: HTMLElement): void {
  const first = form.querySelector<HTMLElement>("input:not([disabled]), select, textarea");
  // A dialog that opens takes the focus itself, after its content is there.
  queueMicrotask(() => first?.focus());
}
