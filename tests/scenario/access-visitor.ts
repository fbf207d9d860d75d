import { PASSWORD } from './server-under-test.ts';
import type { Browser, ServerUnderTest } from './server-under-test.ts';

export const LOGIN = '/api/v1/internalLogin';

/** A browser that has opened the sign-in page. */
export async function visitorOf(server: ServerUnderTest): Promise<Browser> {
  const page = server.browser();
  await page.get('/api/v1/authProviders');
  return page;
}

export const attempt = (page: Browser, username: string, password = PASSWORD) =>
  page.send('POST', LOGIN, { body: { username, password } });

/** Status and code of a refusal. */
export const problemOf = (answer: { statusCode: number; json: () => unknown }) => {
  const { code } = answer.json() as { code?: string };
  return [answer.statusCode, code];
};
