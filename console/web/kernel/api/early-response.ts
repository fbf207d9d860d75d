interface Early {
  readonly response: Promise<Response | undefined>;
  /** By the clock of the page, milliseconds. */
  readonly sentAt: number;
  readonly abort: (reason: unknown) => void;
}

/** A response whose headers take as long, or that no call takes for as long, is not used. */
const FRESH_MS = 10_000;

const early = new Map<string, Early>();

/**
 * Sends a GET before the code that needs its reply has loaded; the first call of the address takes the response. Its body has the time of
 * that call: a slow page reads it long after it was sent.
 */
export function askEarly(url: string): void {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort();
  }, FRESH_MS);
  const sent = fetch(url, {
    credentials: 'same-origin',
    headers: { accept: 'application/json, application/problem+json' },
    signal: controller.signal,
  });
  // A rejection may be over when the call is made: it asks again, and handles it.
  const response = sent
    .then(
      (arrived) => (arrived.ok ? arrived : undefined),
      () => undefined,
    )
    .finally(() => {
      clearTimeout(timer);
    });
  early.set(url, {
    response,
    sentAt: performance.now(),
    abort: (reason) => {
      controller.abort(reason);
    },
  });
}

/** Whether no call has taken the response to a GET that was sent early. */
export const isUntaken = (url: string): boolean => early.has(url);

/** The response to a GET that was sent early, until the signal aborts; undefined: there is none, and the call is sent. */
export function takeEarly(url: string, signal: AbortSignal): Promise<Response | undefined> | undefined {
  const sent = early.get(url);
  early.delete(url);
  if (sent === undefined || performance.now() - sent.sentAt > FRESH_MS) return undefined;
  signal.addEventListener('abort', () => {
    sent.abort(signal.reason);
  });
  return sent.response;
}
