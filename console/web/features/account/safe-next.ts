/** Only paths of this console: an address from outside must not lead away after sign-in. */
export const safeNext = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/';
