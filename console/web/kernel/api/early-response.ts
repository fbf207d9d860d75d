interface Early {
  readonly response: Promise<Response | undefined>;
  /** By the clock of the page, milliseconds. */
  readonly sentAt: number;
}

/** A response that no call takes for as long is too old. */
const FRESH_MS = 10_000;

const early = new Map<string, Early>();

/** Sends a GET before the code that needs its reply has loaded; the first call of the address takes the response. */
export function askEarly(url: string): void {
  const sent = fetch(url, {
    credentials: 'same-origin',
    headers: { accept: 'application/json, application/problem+json' },
    signal: AbortSignal.timeout(FRESH_MS),
  });
  // A rejection may be over when the call is made: it asks again, and handles it.
  const response = sent.then(
    (arrived) => (arrived.ok ? arrived : undefined),
    () => undefined,
  );
  early.set(url, { response, sentAt: performance.now() });
}

/** Whether no call has taken the response to a GET that was sent early. */
export const isUntaken = (url: string): boolean => early.has(url);

/** The response to a GET that was sent early; undefined: there is none, and the call is sent. */
export function takeEarly(url: string): Promise<Response | undefined> | undefined {
  const asked = early.get(url);
  early.delete(url);
  return asked === undefined || performance.now() - asked.sentAt > FRESH_MS ? undefined : asked.response;
}
