/** What Chromium and Firefox say about code that was not loaded, Safari, and Vite about a style sheet. */
const MISSING = /dynamically imported|a module script|preload CSS/;

/** Whether code was not loaded. Browsers do not load it again before the document is reloaded. */
export const isCodeMissing = (error: unknown): boolean => MISSING.test(String(error));

/** Throws an error that the router does not take for missing code, by how it begins. */
export function rethrowMissing(error: unknown): never {
  throw new Error(String(error));
}

/** A connection that was cut without a sign would be waited for endlessly. */
const TRY_MS = 10_000;

/** Whether the server responds with the page of this address. */
export async function serverResponds(): Promise<boolean> {
  const headers = { accept: 'text/html' };
  const options = { headers, cache: 'no-store', signal: AbortSignal.timeout(TRY_MS) } as const;
  const response = await fetch(location.pathname, options).catch(() => undefined);
  return response?.ok === true;
}
