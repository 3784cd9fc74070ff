/** Listening to a voice, where the browser can. */

interface Heard extends Event {
  results: { 0: { 0: { transcript: string } } };
}

interface Listener extends EventTarget {
  lang: string;
  onresult: ((event: Heard) => void) | null;
  onend: (() => void) | null;
  onerror: (() => void) | null;
  start(): void;
  stop(): void;
}

type Listens = new () => Listener;

function listens(): Listens | undefined {
  const known = window as unknown as Record<string, Listens | undefined>;
  return known.SpeechRecognition ?? known.webkitSpeechRecognition;
}

export const canListen = (): boolean => !!listens();

/** Listens to one sentence; what is returned ends it early. */
export function listenOnce(heard: (words: string) => void, ended: () => void): () => void {
  const Kind = listens();
  if (!Kind) return () => undefined;
  const listener = new Kind();
  listener.lang = "en-US";
  listener.onresult = (event) => heard(event.results[0][0].transcript);
  listener.onend = ended;
  listener.onerror = ended;
  listener.start();
  return () => listener.stop();
}
