/** Returns a path of this console, `/` for any other address: a link must not redirect to another site after sign-in. */
export const localPath = (next: string | null | undefined): string =>
  next != null && next.length <= 2_000 && /^\/(?![/\\])[^\p{Cc}]*$/u.test(next) ? next : '/';
