/** What Chromium and Firefox say about code that was not loaded, Safari, and Vite about a style sheet. */
const MISSING = /dynamically imported|a module script|preload CSS/;

/** Whether code was not loaded. Browsers do not load it again before the document is reloaded. */
export const isCodeMissing = (error: unknown): boolean => MISSING.test(String(error));

/** Throws an error that the router does not take for missing code, by how it begins. */
export function rethrowMissing(error: unknown): never {
  throw new Error(String(error));
}

/** Whether the server responds with the page of this address. */
export async function serverResponds(): Promise<boolean> {
  const headers = { accept: 'text/html' };
  const response = await fetch(location.pathname, { headers, cache: 'no-store' }).catch(() => undefined);
  return response?.ok === true;
}
