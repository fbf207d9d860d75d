/** Path below which the console is served, without a slash at the end; empty at the root of a host. The server names it in the page. */
export function basePath(): string {
  const base = typeof document === 'undefined' ? null : document.querySelector('base');
  return base?.getAttribute('href')?.replace(/\/$/, '') ?? '';
}
