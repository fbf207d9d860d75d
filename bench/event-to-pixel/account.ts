import { hash } from 'argon2';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';

const ACCOUNT = { username: 'bench', password: 'right horse battery staple' };
const CSRF = 'X-CSRF-Token';
const permissions = [
  'ALERT.read',
  'EXTRA.RESTRICTED.read',
  'FLOWMAP.read',
  'DASHBOARD.read',
  'DASHBOARD.write',
  'REPORT.read',
  'REPORT.write',
  'SUPPORT.MONITORING.read',
];

const isThere = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('username', '=', ACCOUNT.username)
    .executeTakeFirst()) !== undefined;

async function addTo(db: Db): Promise<void> {
  const role = await db
    .insertInto('role')
    .values({ label: 'Bench' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('role_permission')
    .values(permissions.map((permission) => ({ role_id: role.id, permission })))
    .execute();
  await db
    .insertInto('account')
    .values({
      username: ACCOUNT.username,
      role_id: role.id,
      all_customers: true,
      password_hash: await hash(ACCOUNT.password),
    })
    .execute();
}

/** Creates an account with every customer, alerting and dashboards, if there is none; returns the id of the only customer. */
export async function addAccount(url: string): Promise<number> {
  const db = openPostgres(url);
  if (!(await isThere(db))) await addTo(db);
  const { id } = await db.selectFrom('customer').select('id').executeTakeFirstOrThrow();
  await db.destroy();
  return id;
}

const cookiesOf = (response: Response): readonly string[] =>
  response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');

/** Contents of a page before sign-in. */
export interface Door {
  readonly cookies: readonly string[];
  readonly token: string;
}

/** Comes to the sign-in page, as a browser does. */
export async function openBenchPage(url: string): Promise<Door> {
  const cookies = cookiesOf(await fetch(`${url}/api/v1/authProviders`));
  const token = cookies.find((cookie) => cookie.startsWith(`${CSRF}=`))?.slice(CSRF.length + 1) ?? '';
  return { cookies, token };
}

/** Signs in there; returns the cookies of the session. */
export async function passTheDoor(
  url: string,
  { cookies, token }: Door,
  username = ACCOUNT.username,
): Promise<string> {
  const reply = await fetch(`${url}/api/v1/internalLogin`, {
    method: 'POST',
    headers: { cookie: cookies.join('; '), origin: url, [CSRF]: token, 'content-type': 'application/json' },
    body: JSON.stringify({ ...ACCOUNT, username }),
  });
  if (!reply.ok) throw new Error(`sign-in answers ${await reply.text()}`);
  return cookiesOf(reply).join('; ');
}

/** Signs in as a browser does; returns the cookies of the session. */
export const signInForBench = async (url: string): Promise<string> =>
  passTheDoor(url, await openBenchPage(url));
