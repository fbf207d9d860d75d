/** Only paths of this console: an address from outside must not lead away after sign-in. */
export const localPath = (next: string | null | undefined): string =>
  next != null && next.length <= 2_000 && /^\/(?![/\\])[^\p{Cc}]*$/u.test(next) ? next : '/';
