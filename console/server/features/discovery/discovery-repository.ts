import type { Transaction } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { addressList } from '#schemas/discovery/address-list.ts';
import type { Proposal } from '#schemas/discovery/proposal.ts';
import type { DiscoveryRequest } from '#schemas/discovery/request.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { MAX_PENDING_RUNS } from '#schemas/discovery/routes.ts';
import type { DiscoveryRun, listProposals } from '#schemas/discovery/routes.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import type { SiteReach } from '../../kernel/access/site-reach.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { Call } from '../../kernel/route/serve.ts';
import { seenProposals } from './seen-proposals.ts';
import { shownProposal, shownRun } from './shown-run.ts';

const MOST_LISTED = 100;

/** A run of a customer, and what the caller sees of this customer. */
export interface RunPlace {
  readonly customer: number;
  readonly discovery: number;
  readonly reach: SiteReach;
}

export interface Launch {
  readonly customer: number;
  readonly reach: SiteReach;
  /** Its credentials are sealed. */
  readonly request: DiscoveryRequest;
  readonly by: string;
  readonly at: Date;
  readonly repeatOf: number | null;
  readonly audit: Audit;
}

type Tx = Transaction<Database>;

/** Throws the problem of a launch that cannot be. */
async function checkLaunch(tx: Tx, { customer, request, reach }: Launch): Promise<void> {
  // One launch of a customer after the other: two at once would both find a place.
  await tx.selectFrom('customer').select('id').where('id', '=', customer).forUpdate().execute();
  const site = await tx
    .selectFrom('network_element')
    .select('id')
    .where('customer_id', '=', customer)
    .where('kind', '=', 'site')
    .where('id', '=', request.site)
    .executeTakeFirst();
  const isSeen = !reach.restricted.includes(customer) || reach.sites.includes(request.site);
  if (site === undefined || !isSeen)
    throw new ProblemError('VALIDATION', {
      errors: [{ path: 'body.site', message: 'the customer has no such site' }],
    });
  const { waiting } = await tx
    .selectFrom('discovery_run')
    .select((is) => is.fn.countAll<number>().as('waiting'))
    .where('customer_id', '=', customer)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  if (waiting >= MAX_PENDING_RUNS)
    throw new ProblemError('DISCOVERY_QUEUE_FULL', { params: { max: MAX_PENDING_RUNS } });
}

/** What the audit tells of a launch: its credentials by their number. */
const told = ({ request, repeatOf }: Launch) =>
  fieldsOf({
    ...{ site: request.site, ranges: request.ranges, credentials: request.credentials.length },
    ...(repeatOf === null ? {} : { repeatOf }),
  });

async function insertRun(tx: Tx, launch: Launch): Promise<number> {
  const { customer, request, by, at, repeatOf, audit } = launch;
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
  const subject = { subject: 'discovery', subjectId: id, customer };
  await audit(tx, { action: 'discovery.launch', ...subject, after: told(launch) });
  return id;
}

/** Answers the state that it is in now. Throws DISCOVERY_ENDED. */
async function cancelRun(tx: Tx, { customer, discovery }: RunPlace, at: Date): Promise<string> {
  const row = await tx
    .updateTable('discovery_run')
    .set((is) => ({
      cancel_requested: true,
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
    .returning('state')
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('DISCOVERY_ENDED');
  return row.state;
}

/** Of none of the customers nothing: an empty list is no SQL. */
const runsOf = (db: Db, reach: SiteReach) =>
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
        .where(seenProposals('one', reach))
        .as('open'),
    )
    .where('run.customer_id', 'in', [0, ...reach.customers])
    .where((is) =>
      is.or([
        is('run.customer_id', 'not in', [0, ...reach.restricted]),
        is('run.site_id', 'in', [0, ...reach.sites]),
      ]),
    );

type Filter = Call<typeof listProposals>['query'];

/** Discoveries and their proposals: every statement is bound to the customer. */
export class DiscoveryRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The newest runs of these customers. */
  async list(reach: SiteReach): Promise<DiscoveryRun[]> {
    const rows = await runsOf(this.#db, reach).orderBy('run.id', 'desc').limit(MOST_LISTED).execute();
    return rows.map(shownRun);
  }

  async read({ reach, discovery }: RunPlace): Promise<DiscoveryRun> {
    const row = await runsOf(this.#db, reach).where('run.id', '=', discovery).executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return shownRun(row);
  }

  /** With the credentials, sealed. */
  async request(place: RunPlace): Promise<DiscoveryRequest> {
    const { customer, discovery } = place;
    await this.read(place);
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
    const { customer, reach } = launch;
    const discovery = await this.#db.transaction().execute(async (tx) => {
      await checkLaunch(tx, launch);
      return insertRun(tx, launch);
    });
    return this.read({ customer, discovery, reach });
  }

  /** One that waits ends at once; one that goes on is told to, and ends within a second or two. */
  async cancel(place: RunPlace, at: Date, audit: Audit): Promise<void> {
    const { state } = await this.read(place);
    await this.#db.transaction().execute(async (tx) => {
      const after = await cancelRun(tx, place, at);
      const subject = { subject: 'discovery', subjectId: place.discovery, customer: place.customer };
      const told = { before: { state, cancelAsked: false }, after: { state: after, cancelAsked: true } };
      await audit(tx, { action: 'discovery.cancel', ...subject, ...told });
    });
  }

  async proposals(
    place: RunPlace,
    { change, kind, state, limit, after }: Filter,
  ): Promise<{ proposals: Proposal[]; total: number }> {
    const { customer, discovery, reach } = place;
    await this.read(place);
    let query = this.#db
      .selectFrom('discovery_proposal')
      .where('customer_id', '=', customer)
      .where('run_id', '=', discovery)
      .where(seenProposals('discovery_proposal', reach));
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
