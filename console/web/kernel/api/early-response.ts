interface Early {
  readonly response: Promise<Response | undefined>;
  /** By the clock of the page, milliseconds. */
  readonly sentAt: number;
  readonly abort: (reason: unknown) => void;
  /** A call waits for the response, for as long as the call takes. */
  readonly keep: () => void;
}

/** A response that no call takes for as long is not used. */
const FRESH_MS = 10_000;

const early = new Map<string, Early>();

/**
 * Sends a GET before the code that needs its reply has loaded; the first call of the address takes the response. It then has the
 * time of that call: on a slow line or page it arrives long after it was sent, and sending it again would take as long.
 */
export function prefetch(url: string): void {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort();
  }, FRESH_MS);
  const sent = fetch(url, {
    credentials: 'same-origin',
    headers: { accept: 'application/json, application/problem+json' },
    signal: controller.signal,
  });
  // A rejection may be over when the call is made: it repeats the request, and handles it.
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
    keep: () => {
      clearTimeout(timer);
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
  sent.keep();
  signal.addEventListener('abort', () => {
    sent.abort(signal.reason);
  });
  return sent.response;
}
