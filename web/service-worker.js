/*
 * The page without a network. The build fills in which files are the shell, and the name of this version.
 *
 * The shell is kept under names that change with their contents; other files of the page are kept once they have
 * been needed. Whatever is asked of the house (/api) goes to the house and is never kept: a table is live or it is
 * nothing. A new version waits until the person asks for it, so that nothing is loaded anew in the middle of a round.
 */
const VERSION = "";
const SHELL = [];
const KEPT = `tablewright-${VERSION}`;
const PATIENCE_MS = 4000;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(SHELL)));
});

addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
      await clients.claim();
    })(),
  );
});

addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(pathname === "/" ? fresh(request) : fetch(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(once(request));
  else if (SHELL.includes(pathname)) event.respondWith(fresh(request));
});

/** From the house while it answers; as it was kept, where it does not. */
async function fresh(request) {
  const kept = await caches.match(request, { ignoreSearch: true });
  try {
    const answer = await fetch(request, kept ? { signal: AbortSignal.timeout(PATIENCE_MS) } : undefined);
    return answer.ok || !kept ? answer : kept;
  } catch (problem) {
    if (kept) return kept;
    throw problem;
  }
}

/** A file whose name changes with what is in it is asked for once. */
async function once(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}
