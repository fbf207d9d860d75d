import type { Transaction } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { addressList } from '#schemas/discovery/address-list.ts';
import type { Proposal } from '#schemas/discovery/proposal.ts';
import type { DiscoveryRequest } from '#schemas/discovery/request.ts';
import { MOST_WAITING } from '#schemas/discovery/routes.ts';
import type { DiscoveryRun, listProposals } from '#schemas/discovery/routes.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { Call } from '../../kernel/route/serve.ts';
import { shownProposal, shownRun } from './shown-run.ts';

const MOST_LISTED = 100;

/** A run of a customer. */
export interface RunPlace {
  readonly customer: number;
  readonly discovery: number;
}

export interface Launch {
  readonly customer: number;
  /** Its credentials are sealed. */
  readonly request: DiscoveryRequest;
  readonly by: string;
  readonly at: Date;
  readonly repeatOf: number | null;
}

type Tx = Transaction<Database>;

/** Throws the problem of a launch that cannot be. */
async function checkLaunch(tx: Tx, { customer, request }: Launch): Promise<void> {
  // One launch of a customer after the other: two at once would both find a place.
  await tx.selectFrom('customer').select('id').where('id', '=', customer).forUpdate().execute();
  const site = await tx
    .selectFrom('network_element')
    .select('id')
    .where('customer_id', '=', customer)
    .where('kind', '=', 'site')
    .where('id', '=', request.site)
    .executeTakeFirst();
  if (site === undefined)
    throw new ProblemError('VALIDATION', {
      errors: [{ path: 'body.site', message: 'the customer has no such site' }],
    });
  const { waiting } = await tx
    .selectFrom('discovery_run')
    .select((is) => is.fn.countAll<number>().as('waiting'))
    .where('customer_id', '=', customer)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  if (waiting >= MOST_WAITING)
    throw new ProblemError('DISCOVERY_QUEUE_FULL', { params: { max: MOST_WAITING } });
}

async function insertRun(tx: Tx, { customer, request, by, at, repeatOf }: Launch): Promise<number> {
  const addresses = addressList(request.ranges).count;
  const { id } = await tx
    .insertInto('discovery_run')
    .values({
      customer_id: customer,
      site_id: request.site,
      request,
      progress: { addresses, asked: 0, found: 0, refusals: {}, refused: [] },
      repeat_of: repeatOf,
      created_at: at,
      created_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Of none of the customers nothing: an empty list is no SQL. */
const runsOf = (db: Db, customers: readonly number[]) =>
  db
    .selectFrom('discovery_run as run')
    .innerJoin('network_element as site', 'site.id', 'run.site_id')
    .selectAll('run')
    .select('site.name as site_name')
    .select((is) =>
      is
        .selectFrom('discovery_proposal as one')
        .select((of) => of.fn.countAll<number>().as('open'))
        .whereRef('one.run_id', '=', 'run.id')
        .where('one.state', '=', 'open')
        .as('open'),
    )
    .where('run.customer_id', 'in', [0, ...customers]);

type Filter = Call<typeof listProposals>['query'];

/** Discoveries and their proposals: every statement is bound to the customer. */
export class DiscoveryRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The newest runs of these customers. */
  async list(customers: readonly number[]): Promise<DiscoveryRun[]> {
    const rows = await runsOf(this.#db, customers).orderBy('run.id', 'desc').limit(MOST_LISTED).execute();
    return rows.map(shownRun);
  }

  async read({ customer, discovery }: RunPlace): Promise<DiscoveryRun> {
    const row = await runsOf(this.#db, [customer]).where('run.id', '=', discovery).executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return shownRun(row);
  }

  /** With the credentials, sealed. */
  async request({ customer, discovery }: RunPlace): Promise<DiscoveryRequest> {
    const row = await this.#db
      .selectFrom('discovery_run')
      .select('request')
      .where('customer_id', '=', customer)
      .where('id', '=', discovery)
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return row.request;
  }

  /** Puts a run into the queue. The site must be one of the customer. */
  async launch(launch: Launch): Promise<DiscoveryRun> {
    const { customer } = launch;
    const discovery = await this.#db.transaction().execute(async (tx) => {
      await checkLaunch(tx, launch);
      return insertRun(tx, launch);
    });
    return this.read({ customer, discovery });
  }

  /** One that waits ends at once; one that goes on is told to, and ends within a second or two. */
  async cancel({ customer, discovery }: RunPlace, at: Date): Promise<void> {
    const row = await this.#db
      .updateTable('discovery_run')
      .set((is) => ({
        cancel_asked: true,
        state: is
          .case()
          .when('state', '=', 'queued')
          .then('cancelled' as const)
          .else(is.ref('state'))
          .end(),
        ended_at: is.case().when('state', '=', 'queued').then(at).else(is.ref('ended_at')).end(),
      }))
      .where('customer_id', '=', customer)
      .where('id', '=', discovery)
      .where('state', 'in', ['queued', 'running'])
      .returning('id')
      .executeTakeFirst();
    if (row !== undefined) return;
    await this.read({ customer, discovery });
    throw new ProblemError('DISCOVERY_ENDED');
  }

  async proposals(
    { customer, discovery }: RunPlace,
    { change, kind, state, limit, after }: Filter,
  ): Promise<{ proposals: Proposal[]; total: number }> {
    await this.read({ customer, discovery });
    let query = this.#db
      .selectFrom('discovery_proposal')
      .where('customer_id', '=', customer)
      .where('run_id', '=', discovery);
    if (change !== undefined) query = query.where('change', '=', change);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (state !== undefined) query = query.where('state', '=', state);
    const { total } = await query
      .select((is) => is.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await query.selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
    return {
      total,
      proposals: rows.map(shownProposal),
    };
  }
}
