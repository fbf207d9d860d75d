import { AuditDetail } from '#schemas/audit/event.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { UserDraft } from '#schemas/user/user.ts';
import type { Browser, ServerUnderTest } from '../server/server-under-test.ts';

let made = 0;
export const uniqueName = (what: string): string => {
  made += 1;
  return `${what}-${String(made)}`;
};

export interface Somebody {
  readonly page: Browser;
  readonly account: number;
  readonly username: string;
}

/** A user of these rights; every customer when none are named. */
export async function someone(
  server: ServerUnderTest,
  permissions: readonly Permission[] = permissionKeys,
  customers?: readonly string[],
): Promise<Somebody> {
  const username = uniqueName('somebody');
  const account = await server.account({
    username,
    permissions,
    ...(customers === undefined ? {} : { customers }),
  });
  return { page: await server.signedIn(username), account, username };
}

export const aUser = (changed: Partial<UserDraft> & Pick<UserDraft, 'role'>): UserDraft => ({
  username: uniqueName('new'),
  firstName: 'Nadia',
  lastName: 'Petit',
  email: 'nadia@example.net',
  language: 'fr',
  allCustomers: false,
  customers: [],
  profiles: [],
  restrictions: [],
  ...changed,
});

/** Makes something with a POST and answers what came back; fails when it was refused. */
export async function post<Reply>(page: Browser, path: string, body: unknown = {}): Promise<Reply> {
  const answer = await page.send('POST', `/api/v1${path}`, { body });
  if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.body}`);
  return answer.json();
}

/** What the audit tells of somebody, oldest first. */
export async function toldOf({ stack: { db } }: ServerUnderTest, username: string, action: string) {
  const rows = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('subject', '=', 'user')
    .where('subject_name', '=', username)
    .where('action', '=', action)
    .orderBy('seq')
    .execute();
  return rows.map(({ detail, ...row }) => ({ ...row, detail: AuditDetail.parse(JSON.parse(detail)) }));
}

/** The newest audit event of an action. */
export const lastEvent = (server: ServerUnderTest, action: string) =>
  server.stack.db
    .selectFrom('audit_event')
    .selectAll()
    .where('action', '=', action)
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
