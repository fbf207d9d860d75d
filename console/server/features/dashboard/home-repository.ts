import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import {
  homeOwners,
  type assignHome,
  type HomeOwner,
  type listHomeAssignments,
  type readCurrentHome,
} from '#schemas/dashboard/home-routes.ts';
import type { z } from 'zod';
import { inNameOrder } from '#schemas/order/name-order.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { transact, type Actor } from '../../shared/repository/transact.ts';
import { readSummaries, requireSeen, type DocumentReader } from './stored-document.ts';

type CurrentHome = z.output<typeof readCurrentHome.reply>;
type Assignments = z.output<typeof listHomeAssignments.reply>['assignments'];
type Assigned = z.output<typeof assignHome.body>['to'];

/** Whose choice a row is; the columns that are not named are null. */
interface Choice {
  readonly account_id?: number;
  readonly role_id?: number;
  readonly profile_id?: number;
  readonly customer_id?: number;
}

const columns = ['account_id', 'role_id', 'profile_id', 'customer_id'] as const;

/** Replaces a choice; null: deletes it. */
async function choose(tx: Tx, choice: Choice, home: number | null): Promise<void> {
  let earlier = tx.deleteFrom('home_choice');
  for (const column of columns)
    earlier = earlier.where(column, 'is not distinct from', choice[column] ?? null);
  await earlier.execute();
  if (home !== null)
    await tx
      .insertInto('home_choice')
      .values({ ...choice, resource_id: home })
      .execute();
}

type AssignmentRow = Omit<Assignments[number], 'home'> & {
  readonly home: number | null;
  readonly homeName: string | null;
  readonly homeNameFr: string | null;
  readonly shared: boolean | null;
};

/** What was chosen for a caller and a customer, by whom. */
async function readChoices(
  db: DocumentReader,
  customer: number,
  { id }: Caller,
): Promise<ReadonlyMap<HomeOwner, number>> {
  const rows = await db
    .selectFrom('home_choice as choice')
    .select(['choice.account_id', 'choice.role_id', 'choice.profile_id', 'resource_id as home'])
    .where((eb) =>
      eb.or([
        eb.and([eb('choice.account_id', '=', id), eb('choice.customer_id', '=', customer)]),
        eb('choice.role_id', '=', eb.selectFrom('account').select('role_id').where('id', '=', id)),
        eb(
          'choice.profile_id',
          '=',
          eb.selectFrom('customer').select('customer.profile_id').where('id', '=', customer),
        ),
        eb.and([eb('choice.customer_id', '=', customer), eb('choice.account_id', 'is', null)]),
      ]),
    )
    .execute();
  const ownerOf = (row: (typeof rows)[number]): HomeOwner => {
    if (row.account_id !== null) return 'user';
    if (row.role_id !== null) return 'role';
    return row.profile_id === null ? 'customer' : 'profile';
  };
  return new Map(rows.map((row) => [ownerOf(row), row.home]));
}

/** Home pages of users, roles, profiles and customers. */
export class HomeRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  /** The first choice that the caller may read and that is active: what was unshared or deactivated gives way to the next. */
  async current(customer: number, caller: Caller): Promise<CurrentHome> {
    const { db } = this.#needs;
    const choices = await readChoices(db, customer, caller);
    const readable = new Map(
      choices.size === 0
        ? []
        : (await readSummaries(db, { kind: 'home', customer }, caller)).map((home) => [home.id, home]),
    );
    const idOf = (owner: HomeOwner): number | null => readable.get(choices.get(owner) ?? 0)?.id ?? null;
    const by = homeOwners.find((owner) => readable.get(choices.get(owner) ?? 0)?.status.active === true);
    const home = by === undefined ? undefined : readable.get(choices.get(by) ?? 0);
    return {
      home: home === undefined || by === undefined ? null : { id: home.id, name: home.name, by },
      own: idOf('user'),
      ofCustomer: idOf('customer'),
    };
  }

  /** The own home page of the actor for a customer. */
  chooseOwn(customer: number, home: number | null, actor: Actor): Promise<void> {
    const { caller } = actor;
    return transact(this.#needs, actor, {}, async ({ tx }) => {
      if (home !== null) await requireSeen(tx, { kind: 'home', customer }, { id: home, caller });
      await choose(tx, { account_id: caller.id, customer_id: customer }, home);
    });
  }

  /** The home page that the users of a customer share. Throws HOME_PRIVATE for one that they do not see. */
  assignToCustomer(customer: number, home: number | null, actor: Actor): Promise<void> {
    const { caller } = actor;
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      const space = { kind: 'home', customer } as const;
      const stored = home === null ? undefined : await requireSeen(tx, space, { id: home, caller });
      if (stored?.visibility === 'private')
        throw new ProblemError('HOME_PRIVATE', { errors: [{ path: 'body.home', code: 'HOME_PRIVATE' }] });
      await choose(tx, { customer_id: customer }, home);
      const subject = { subject: 'customer', subjectId: customer, customer } as const;
      await record({ action: 'home.assign', ...subject, after: { home: stored?.name ?? '' } });
    });
  }

  /** What is assigned to each role, profile and customer, by name. */
  async assignments(): Promise<Assignments> {
    const { db } = this.#needs;
    const { rows } = await sql<AssignmentRow>`
      SELECT target.kind, target.id, target.name, resource.id AS home, resource.name AS "homeName",
        document #>> ARRAY['translations', 'fr', resource.name] AS "homeNameFr",
        resource.customer_id IS NOT NULL OR resource.shared_with_all
          OR EXISTS (SELECT FROM resource_share AS share WHERE share.resource_id = resource.id) AS shared
      FROM (
        SELECT 'role' AS kind, id, label AS name FROM role
        UNION ALL SELECT 'profile', id, name FROM customer_profile
        UNION ALL SELECT 'customer', id, name FROM customer
      ) AS target
      LEFT JOIN home_choice AS choice ON choice.account_id IS NULL AND target.id = CASE target.kind
        WHEN 'role' THEN choice.role_id WHEN 'profile' THEN choice.profile_id ELSE choice.customer_id END
      LEFT JOIN resource ON resource.id = choice.resource_id
      LEFT JOIN dashboard_document ON dashboard_document.resource_id = resource.id
      ORDER BY target.kind, target.id`.execute(db);
    const ordered = inNameOrder(rows, ({ name }) => name);
    return ordered.map(({ home, homeName, homeNameFr: french, shared, ...target }) => {
      const names = { name: homeName ?? '', ...(french === null ? {} : { nameFr: french }) };
      return { ...target, home: home === null ? null : { id: home, ...names, shared: shared ?? false } };
    });
  }

  /** The home page of a role or a profile: one of the multi-client space. */
  assign({ kind, id }: Assigned, home: number | null, actor: Actor): Promise<void> {
    const { caller } = actor;
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      const known =
        kind === 'role'
          ? await tx.selectFrom('role').select('label as name').where('id', '=', id).executeTakeFirst()
          : await tx.selectFrom('customer_profile').select('name').where('id', '=', id).executeTakeFirst();
      if (known === undefined) throw new ProblemError('NOT_FOUND');
      const space = { kind: 'home', customer: null } as const;
      const stored = home === null ? undefined : await requireSeen(tx, space, { id: home, caller });
      await choose(tx, kind === 'role' ? { role_id: id } : { profile_id: id }, home);
      const subject = { subject: kind, subjectId: id, subjectName: known.name } as const;
      await record({ action: 'home.assign', ...subject, after: { home: stored?.name ?? '' } });
    });
  }
}
