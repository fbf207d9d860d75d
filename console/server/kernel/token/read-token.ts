import type { Db } from '#platform/postgres/postgres.ts';
import { permissionKeys, type Permission } from '#schemas/permission/catalogue.ts';
import type { Caller } from '../access/caller.ts';
import type { Tx } from '../audit/audit-trail.ts';
import { narrowCaller, type TokenReach } from './narrow-caller.ts';

const known = new Set<string>(permissionKeys);
const isPermission = (text: string): text is Permission => known.has(text);

interface StoredToken {
  readonly id: number;
  readonly account_id: number;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly all_customers: boolean;
  readonly display: boolean;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
}

const columns = [
  'id',
  'account_id',
  'name',
  'permissions',
  'all_customers',
  'display',
  'expires_at',
  'last_used_at',
] as const;

/** The token with this hash, or this id. Undefined when it is unknown, revoked or expired. */
export function readToken(
  db: Db | Tx,
  token: { readonly hash: string } | { readonly id: number },
  now: Date,
): Promise<StoredToken | undefined> {
  const live = db.selectFrom('api_token').select(columns).where('expires_at', '>', now);
  const found = 'id' in token ? live.where('id', '=', token.id) : live.where('token_hash', '=', token.hash);
  return found.executeTakeFirst();
}

async function displayOf(
  db: Db | Tx,
  { id, name, expires_at }: StoredToken,
): Promise<TokenReach['display'] & object> {
  const rows = await db
    .selectFrom('api_token_document')
    .select('resource_id')
    .where('token_id', '=', id)
    .execute();
  const documents = new Set(rows.map(({ resource_id }) => resource_id));
  return { name, expiresAt: expires_at.getTime(), documents };
}

async function customersOf(db: Db | Tx, id: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('api_token_customer')
    .select('customer_id')
    .where('token_id', '=', id)
    .execute();
  return new Set(rows.map(({ customer_id }) => customer_id));
}

/** The owner of a token, as they are now, restricted by it. */
export async function narrowByToken(db: Db | Tx, token: StoredToken, owner: Caller): Promise<Caller> {
  const customers = token.all_customers ? undefined : await customersOf(db, token.id);
  const permissions = token.permissions.filter(isPermission);
  const display = token.display ? await displayOf(db, token) : undefined;
  return narrowCaller(owner, { id: token.id, permissions, customers, display });
}
