const cookieName = 'X-CSRF-Token';

/** Value of the double-submit cookie, which the server sets and scripts may read. */
export function csrfToken(cookies: string): string | undefined {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`));
  return found === undefined ? undefined : decodeURIComponent(found.slice(cookieName.length + 1));
}

/** Header that repeats the cookie: another site can send the cookie but cannot read it. */
export function csrfHeader(): Record<string, string> {
  const token = csrfToken(document.cookie);
  return token === undefined ? {} : { [cookieName]: token };
}
