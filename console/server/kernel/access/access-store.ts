import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { permissionAreas, permissionKeys } from '#schemas/permission/catalogue.ts';
import type { Permission, PermissionKey } from '#schemas/permission/catalogue.ts';
import { closure } from '#schemas/permission/grants.ts';
import type { Scope } from '#schemas/account/routes.ts';

const BELIEVE_MS = 2_000;

export interface CallerCustomer {
  readonly id: number;
  readonly clientId: string;
  readonly name: string;
}

/** What a signed-in user may do and whose data he may see. */
export interface Caller {
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly language: 'en' | 'fr' | null;
  readonly role: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly customers: ReadonlyMap<number, CallerCustomer>;
  readonly scopes: readonly Scope[];
}

const isPermission = (text: string): text is Permission => permissionKeys.some((key) => key === text);

const isProviders = (permission: Permission): boolean =>
  permissionAreas[permission.slice(0, permission.lastIndexOf('.')) as PermissionKey].group === 'multi-tenant';

function scopesOf(permissions: ReadonlySet<Permission>, customers: number, all: boolean): readonly Scope[] {
  const scopes: Scope[] = [];
  if (customers > 0) scopes.push('customer');
  if (customers > 1 || all) scopes.push('cross-customer');
  if ([...permissions].some(isProviders)) scopes.push('admin');
  return scopes;
}

/** Rights and customers of accounts, believed for a moment. */
export class AccessStore {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #believed = new Map<number, { readonly caller: Caller | undefined; readonly untilMs: number }>();

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Undefined when the account is gone or locked. */
  async callerOf(accountId: number): Promise<Caller | undefined> {
    const nowMs = this.#clock.now().getTime();
    const believed = this.#believed.get(accountId);
    if (believed !== undefined && believed.untilMs > nowMs) return believed.caller;
    const caller = await this.#read(accountId);
    this.#believed.set(accountId, { caller, untilMs: nowMs + BELIEVE_MS });
    return caller;
  }

  forget(): void {
    this.#believed.clear();
  }

  async #read(accountId: number): Promise<Caller | undefined> {
    const row = await this.#db
      .selectFrom('account')
      .innerJoin('role', 'role.id', 'account.role_id')
      .select([
        'account.id',
        'username',
        'first_name',
        'last_name',
        'email',
        'language',
        'role_id',
        'all_customers',
      ])
      .select(['role.label', 'role.is_admin'])
      .where('account.id', '=', accountId)
      .where('lock_reason', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const permissions = row.is_admin ? new Set(permissionKeys) : await this.#permissionsOf(row.role_id);
    const customers = await this.#customersOf(accountId, row.all_customers);
    return {
      id: row.id,
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      language: row.language === 'en' || row.language === 'fr' ? row.language : null,
      role: row.label,
      permissions,
      customers: new Map(customers.map((customer) => [customer.id, customer])),
      scopes: scopesOf(permissions, customers.length, row.all_customers),
    };
  }

  async #permissionsOf(roleId: number): Promise<ReadonlySet<Permission>> {
    const rows = await this.#db
      .selectFrom('role_permission')
      .select('permission')
      .where('role_id', '=', roleId)
      .execute();
    return closure(new Set(rows.map(({ permission }) => permission).filter(isPermission)));
  }

  async #customersOf(accountId: number, all: boolean): Promise<readonly CallerCustomer[]> {
    const customers = this.#db
      .selectFrom('customer')
      .select(['id', 'client_id as clientId', 'name'])
      .orderBy('name');
    if (all) return customers.execute();
    return customers
      .where((is) =>
        is.or([
          is(
            'id',
            'in',
            is.selectFrom('account_customer').select('customer_id').where('account_id', '=', accountId),
          ),
          is(
            'profile_id',
            'in',
            is.selectFrom('account_profile').select('profile_id').where('account_id', '=', accountId),
          ),
        ]),
      )
      .execute();
  }
}
