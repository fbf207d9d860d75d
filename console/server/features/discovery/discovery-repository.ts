import { ACCEPTED_AT_ONCE, type AcceptanceRun } from '#schemas/acceptance/acceptance.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { addressList } from '#schemas/discovery/address-list.ts';
import type { Proposal } from '#schemas/discovery/proposal.ts';
import type { DiscoveryRequest } from '#schemas/discovery/request.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { MAX_PENDING_RUNS, type listProposals } from '#schemas/discovery/routes.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import type { SiteReach } from '../../kernel/access/site-reach.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { RouteCall } from '../../kernel/route/serve.ts';
import { rejectFaults, rejectInvalid } from '../../shared/repository/reject-faults.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';
import { applyAccepted, countVanished, readAcceptedIds } from './accept-proposals.ts';
import {
  cancelAcceptanceRun,
  lastAcceptance,
  rejectManyVanished,
  rejectRunningAcceptance,
  startAcceptance,
} from '../../shared/acceptance/acceptance-runs.ts';
import type {
  AcceptanceDraft,
  AcceptingActor,
  StartedAcceptance,
} from '../../shared/acceptance/accepting-actor.ts';
import { isProposalInReach } from './proposal-reach.ts';
import { shownProposal, shownRun, type StoredRun } from './shown-run.ts';

const MAX_LISTED = 100;

/** A run of a customer, and the sites of the customer that the caller sees. */
export interface RunKey {
  readonly customer: number;
  readonly discovery: number;
  readonly reach: SiteReach;
}

export interface DiscoveryStart {
  readonly customer: number;
  readonly reach: SiteReach;
  /** Its credentials are sealed. */
  readonly request: DiscoveryRequest;
  readonly repeatOf: number | null;
  /** Faults of the form that are already known. */
  readonly faults: readonly Fault[];
}

/** Throws the first known fault, else VALIDATION for an unknown site, with the list of all faults. */
async function rejectForm(tx: Tx, { customer, request, reach, faults }: DiscoveryStart): Promise<void> {
  const site = await tx
    .selectFrom('network_element')
    .select('id')
    .where('customer_id', '=', customer)
    .where('kind', '=', 'site')
    .where('id', '=', request.site)
    .executeTakeFirst();
  const isSeen = !reach.restricted.includes(customer) || reach.sites.includes(request.site);
  const ofSite: readonly Fault[] =
    site === undefined || !isSeen ? [{ path: 'site', code: 'SITE_UNKNOWN' }] : [];
  rejectFaults(faults.length === 0 ? [] : [...faults, ...ofSite]);
  rejectInvalid(ofSite);
}

async function rejectFullQueue(tx: Tx, customer: number): Promise<void> {
  const { pending } = await tx
    .selectFrom('discovery_run')
    .select((is) => is.fn.countAll<number>().as('pending'))
    .where('customer_id', '=', customer)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  if (pending >= MAX_PENDING_RUNS)
    throw new ProblemError('DISCOVERY_QUEUE_FULL', { params: { max: MAX_PENDING_RUNS } });
}

/** Fields recorded in the audit trail: the number of credentials, not the credentials. */
const auditSnapshot = ({ request, repeatOf }: DiscoveryStart) =>
  fieldsOf({
    site: request.site,
    ranges: request.ranges,
    credentials: request.credentials.length,
    ...(repeatOf === null ? {} : { repeatOf }),
  });

async function insertRun({ tx, actor, now }: Change, start: DiscoveryStart): Promise<number> {
  const { customer, request, repeatOf } = start;
  const addresses = addressList(request.ranges).count;
  const { id } = await tx
    .insertInto('discovery_run')
    .values({
      customer_id: customer,
      site_id: request.site,
      request,
      progress: { addresses, queried: 0, found: 0, rejections: {}, rejected: [] },
      repeat_of: repeatOf,
      created_at: now,
      created_by: actor.caller.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Requests the cancellation of a run. Returns its state. Throws DISCOVERY_ENDED. */
async function requestCancel({ tx, now }: Change, { customer, discovery }: RunKey): Promise<string> {
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
      ended_at: is.case().when('state', '=', 'queued').then(now).else(is.ref('ended_at')).end(),
    }))
    .where('customer_id', '=', customer)
    .where('id', '=', discovery)
    .where('state', 'in', ['queued', 'running'])
    .returning('state')
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('DISCOVERY_ENDED');
  return row.state;
}

/** Lists contain 0, since an empty list is not valid SQL. */
const selectRuns = (db: Db, reach: SiteReach) =>
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
        .where(isProposalInReach('one', reach))
        .as('open'),
    )
    .where('run.customer_id', 'in', [0, ...reach.customers])
    .where((is) =>
      is.or([
        is('run.customer_id', 'not in', [0, ...reach.restricted]),
        is('run.site_id', 'in', [0, ...reach.sites]),
      ]),
    );

type ProposalFilter = RouteCall<typeof listProposals>['query'];

interface DiscoveryRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

/** Discoveries and their proposals. Every statement is bound to the customer. */
export class DiscoveryRepository {
  readonly #needs: DiscoveryRepositoryNeeds;

  constructor(needs: DiscoveryRepositoryNeeds) {
    this.#needs = needs;
  }

  /** The newest runs of the customers within reach. */
  async list(reach: SiteReach): Promise<StoredRun[]> {
    const rows = await selectRuns(this.#needs.db, reach)
      .orderBy('run.id', 'desc')
      .limit(MAX_LISTED)
      .execute();
    return rows.map((row) => shownRun(row, reach));
  }

  /** Throws NOT_FOUND. */
  async read({ reach, discovery }: RunKey): Promise<StoredRun> {
    const row = await selectRuns(this.#needs.db, reach).where('run.id', '=', discovery).executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return shownRun(row, reach);
  }

  /** The request with its credentials, sealed. Throws NOT_FOUND. */
  async readRequest(key: RunKey): Promise<DiscoveryRequest> {
    const { customer, discovery } = key;
    await this.read(key);
    const row = await this.#needs.db
      .selectFrom('discovery_run')
      .select('request')
      .where('customer_id', '=', customer)
      .where('id', '=', discovery)
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return row.request;
  }

  async listProposals(
    key: RunKey,
    { change, kind, state, limit, after }: ProposalFilter,
  ): Promise<{ proposals: Proposal[]; total: number; acceptance: AcceptanceRun | null }> {
    const { customer, discovery, reach } = key;
    await this.read(key);
    let query = this.#needs.db
      .selectFrom('discovery_proposal')
      .where('customer_id', '=', customer)
      .where('run_id', '=', discovery)
      .where(isProposalInReach('discovery_proposal', reach));
    if (change !== undefined) query = query.where('change', '=', change);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (state !== undefined) query = query.where('state', '=', state);
    const { total } = await query
      .select((is) => is.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await query.selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
    const acceptance = await lastAcceptance(this.#needs.db, { kind: 'discovery', id: discovery });
    return { total, proposals: rows.map(shownProposal), acceptance };
  }

  /** Queues a run. Throws every fault of its form at once, and DISCOVERY_QUEUE_FULL. */
  async start(start: DiscoveryStart, actor: Actor): Promise<StoredRun> {
    const { customer, reach } = start;
    const discovery = await transact(this.#needs, actor, {}, async (change) => {
      const { tx } = change;
      // Two starts of a customer at the same time would both find room in the queue.
      await tx.selectFrom('customer').select('id').where('id', '=', customer).forNoKeyUpdate().execute();
      await rejectForm(tx, start);
      await rejectFullQueue(tx, customer);
      const id = await insertRun(change, start);
      const subject = { subject: 'discovery', subjectId: id, customer };
      await change.record({ action: 'discovery.start', ...subject, after: auditSnapshot(start) });
      return id;
    });
    return this.read({ customer, discovery, reach });
  }

  /** A queued run ends at once, a running one within a second or two. */
  async cancel(key: RunKey, actor: Actor): Promise<void> {
    const { state } = await this.read(key);
    await transact(this.#needs, actor, {}, async (change) => {
      const after = await requestCancel(change, key);
      await change.record({
        action: 'discovery.cancel',
        subject: 'discovery',
        subjectId: key.discovery,
        customer: key.customer,
        before: { state, cancelRequested: false },
        after: { state: after, cancelRequested: true },
      });
    });
  }

  /**
   * Applies few proposals to the inventory at once, and starts a run for many. Throws NOT_FOUND, DISCOVERY_NOT_FINISHED,
   * ACCEPTANCE_RUNNING, ACCEPTANCE_REMOVES_MANY.
   */
  async acceptProposals(
    key: RunKey,
    { proposals, vanished }: AcceptanceDraft,
    actor: AcceptingActor,
  ): Promise<StartedAcceptance> {
    await this.read(key);
    return transact(this.#needs, actor, { duplicate: 'ACCEPTANCE_RUNNING' }, async (change) => {
      const subject = { kind: 'discovery', id: key.discovery } as const;
      await rejectRunningAcceptance(change.tx, subject);
      const accepted = await readAcceptedIds(change, { ...key, proposals });
      if (proposals === 'all' && vanished === 'check')
        rejectManyVanished(await countVanished(change, key, accepted));
      const ids = accepted
        .filter((one) => vanished !== 'exclude' || one.change !== 'vanished')
        .map(({ id }) => id);
      if (ids.length <= ACCEPTED_AT_ONCE)
        return { ...(await applyAccepted(change, { ...key, proposals: ids })), run: null };
      const { customer, discovery } = key;
      const run = await startAcceptance(change, {
        subject,
        customer,
        proposals: ids,
        actor: actor.accepting,
      });
      await change.record({
        action: 'discovery.accept-start',
        subject: 'discovery',
        subjectId: discovery,
        customer,
        after: { proposals: ids.length },
      });
      return { accepted: 0, held: 0, run };
    });
  }

  /** Ends a running acceptance. Throws NOT_FOUND, ACCEPTANCE_ENDED. */
  async cancelAcceptance(key: RunKey, actor: Actor): Promise<AcceptanceRun> {
    await this.read(key);
    const { customer, discovery } = key;
    return transact(this.#needs, actor, {}, async (change) => {
      const run = await cancelAcceptanceRun(change, { kind: 'discovery', id: discovery });
      if (run === null) throw new ProblemError('ACCEPTANCE_ENDED');
      await change.record({
        action: 'discovery.accept-cancel',
        subject: 'discovery',
        subjectId: discovery,
        customer,
        before: { state: 'running' },
        after: { state: run.state, accepted: run.accepted },
      });
      return run;
    });
  }
}
