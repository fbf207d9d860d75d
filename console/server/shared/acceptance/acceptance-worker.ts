import { sql } from 'kysely';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import {
  MAX_FAILED_PROPOSALS,
  type AcceptanceStop,
  type FailedProposal,
} from '#schemas/acceptance/acceptance.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { AcceptanceActor, AcceptedKind } from '#schemas/table/acceptance.ts';
import type { Audit, AuditOrigin, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { Change } from '../repository/transact.ts';
import { readAcceptanceRights } from './acceptance-rights.ts';
import type { AcceptanceRow } from './acceptance-runs.ts';

/** The change of a step, by the user who started the acceptance. */
export interface AcceptingChange extends Pick<Change, 'tx' | 'now' | 'record'> {
  readonly actor: { readonly caller: { readonly username: string }; readonly audit: Audit };
}

/** Applies some proposals of a run; those that it does not apply are held. */
export type AcceptStep = (
  change: AcceptingChange,
  run: AcceptanceRow,
  proposals: readonly number[],
) => Promise<{ readonly accepted: number; readonly held: number }>;

export interface AcceptanceWorkerNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly bus: Pick<Bus, 'publish'>;
  readonly auditOf: (origin: AuditOrigin) => Audit;
  readonly steps: Readonly<Record<AcceptedKind, AcceptStep>>;
}

/** Runs of processes that have ended are found at this interval. */
const TAKEOVER_MS = 10_000;
/** A step is as large as it can be within this time: embedded PostgreSQL serves no other request during a step. */
const STEP_MS = 80;
const FIRST_STEP = 4;
const LARGEST_STEP = 100;
/** Shortest pause between two steps; it is at least as long as the step. */
const PAUSE_MS = 20;
/** Every process reads the inventory again after a change: not after each step. */
const INVENTORY_MS = 10_000;

const originOf = ({ actorId, actor, via, address, requestId }: AcceptanceActor): AuditOrigin => ({
  actorId,
  actor,
  via: via as AuditOrigin['via'],
  address,
  requestId,
});

const bySystem = { actorId: null, actor: '', via: 'system', address: '', requestId: '' } as const;

const stopActions = {
  discovery: 'discovery.accept-cancel',
  sdwan: 'sdwan-manager.accept-cancel',
} as const satisfies Record<AcceptedKind, string>;
const stopSubjects = { discovery: 'discovery', sdwan: 'sdwan-manager' } as const satisfies Record<
  AcceptedKind,
  string
>;

type ProposalFault = Omit<FailedProposal, 'proposal'>;

const failureOf = (error: unknown): ProposalFault =>
  error instanceof ProblemError
    ? { code: error.code, params: error.detail.params ?? {} }
    : { code: 'UNEXPECTED', params: {} };

/**
 * Accepts proposals of many runs, one short step after another: the run that has waited longest is next, so that no customer waits for the end
 * of another's. Each step reads the rights of the user again. A step and its progress are one transaction that locks its run: a process that ends leaves nothing half done, and the next one
 * continues.
 */
export class AcceptanceWorker {
  readonly #needs: AcceptanceWorkerNeeds;
  #signal: AbortSignal | undefined;
  #working: Promise<void> | undefined;
  #isRequested = false;
  #size = FIRST_STEP;
  #publishedMs = -Infinity;
  /** The run of the last step, and how far it was before. */
  #current: Pick<AcceptanceRow, 'id' | 'done'> | undefined;

  constructor(needs: AcceptanceWorkerNeeds) {
    this.#needs = needs;
  }

  /** Works until the signal aborts. */
  start(signal: AbortSignal): void {
    this.#signal = signal;
    this.#needs.clock.every(
      TAKEOVER_MS,
      () => {
        this.wake();
      },
      signal,
    );
    this.wake();
  }

  /** Looks for runs at once: one has been started. */
  wake(): void {
    const signal = this.#signal;
    if (signal === undefined || signal.aborted) return;
    this.#isRequested = true;
    this.#working ??= this.#work(signal).finally(() => {
      this.#working = undefined;
    });
  }

  /** Resolves when no run is left. */
  async idle(): Promise<void> {
    await this.#working;
  }

  async #work(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#needs;
    try {
      while (this.#isRequested) {
        this.#isRequested = false;
        while (!signal.aborted) {
          const startMs = clock.elapsed();
          if (!(await this.#next())) break;
          const tookMs = clock.elapsed() - startMs;
          this.#size = Math.round(
            Math.min(LARGEST_STEP, Math.max(1, (this.#size * STEP_MS) / Math.max(1, tookMs))),
          );
          await clock.wait(Math.max(PAUSE_MS, tookMs), signal);
        }
      }
    } catch (error) {
      // Without PostgreSQL: the run continues when it is looked for again.
      if (!signal.aborted) log.warn({ err: error }, 'acceptance step failed');
    }
  }

  /** Does a step of the run that has waited longest; false without one. */
  async #next(): Promise<boolean> {
    try {
      return await this.#step(this.#size);
    } catch (error) {
      if (this.#size > 1) this.#needs.log.info({ err: error }, 'acceptance step divided');
    }
    // One of them fails: the others must not wait for it.
    this.#size = 1;
    try {
      return await this.#step(1);
    } catch (error) {
      return this.#skip(failureOf(error), error);
    }
  }

  async #waiting(tx: Tx): Promise<AcceptanceRow | undefined> {
    return tx
      .selectFrom('acceptance_run')
      .selectAll()
      .where('state', '=', 'running')
      .orderBy('stepped_at', (order) => order.asc().nullsFirst())
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
  }

  /** The run of the failed step, as it was before. */
  async #failing(tx: Tx): Promise<AcceptanceRow | undefined> {
    const { id = 0, done = 0 } = this.#current ?? {};
    return tx
      .selectFrom('acceptance_run')
      .selectAll()
      .where('id', '=', id)
      .where('done', '=', done)
      .where('state', '=', 'running')
      .forUpdate()
      .executeTakeFirst();
  }

  async #step(size: number): Promise<boolean> {
    const { db, steps, auditOf } = this.#needs;
    const isOver = await db.transaction().execute(async (tx) => {
      const run = await this.#waiting(tx);
      this.#current = run;
      if (run === undefined) return undefined;
      const now = this.#needs.clock.now();
      const rights = await readAcceptanceRights(tx, run, now);
      if (!rights.ok) return this.#stop(tx, run, rights.reason);
      const proposals = run.proposals.slice(run.done, run.done + size);
      const permitted = { ...run, actor: { ...run.actor, sites: rights.sites } };
      const audit = auditOf(originOf(run.actor));
      const actor = { caller: { username: run.actor.actor }, audit };
      const record: AcceptingChange['record'] = (entries) => audit(tx, entries);
      const { accepted, held } = await steps[run.kind]({ tx, now, actor, record }, permitted, proposals);
      return this.#progress(tx, run, { decided: proposals.length, accepted, held });
    });
    if (isOver !== undefined) this.#publish(isOver);
    return isOver !== undefined;
  }

  /** Ends a run whose user may accept no more. What has been accepted stays. Returns that it is over. */
  async #stop(tx: Tx, run: AcceptanceRow, reason: AcceptanceStop): Promise<true> {
    const { log, clock, auditOf } = this.#needs;
    const ended = { state: 'cancelled', ended_at: clock.now(), stop_reason: reason } as const;
    await tx.updateTable('acceptance_run').set(ended).where('id', '=', run.id).execute();
    await auditOf(bySystem)(tx, {
      action: stopActions[run.kind],
      subject: stopSubjects[run.kind],
      subjectId: run.subject_id,
      ...(run.customer_id !== null && { customer: run.customer_id }),
      before: { state: 'running' },
      after: { state: 'cancelled', accepted: run.accepted, stopReason: reason },
    });
    log.info({ acceptance: run.id, reason }, 'acceptance stopped');
    return true;
  }

  /** Records the proposal of the failed step, and continues after it. */
  async #skip(failure: ProposalFault, cause: unknown): Promise<boolean> {
    if (this.#current === undefined) throw cause;
    const isOver = await this.#needs.db.transaction().execute(async (tx) => {
      const run = await this.#failing(tx);
      // Another process has done it, or it was cancelled.
      if (run === undefined) return false;
      const failed = [...run.failed, { proposal: run.proposals[run.done] ?? 0, ...failure }];
      const retained = sql<
        AcceptanceRow['failed']
      >`${JSON.stringify(failed.slice(0, MAX_FAILED_PROPOSALS))}::jsonb`;
      await tx.updateTable('acceptance_run').set({ failed: retained }).where('id', '=', run.id).execute();
      return this.#progress(tx, run, { decided: 1, accepted: 0, held: 0 });
    });
    this.#publish(isOver);
    return true;
  }

  /** Returns whether the run is over. */
  async #progress(
    tx: Tx,
    run: AcceptanceRow,
    {
      decided,
      accepted,
      held,
    }: { readonly decided: number; readonly accepted: number; readonly held: number },
  ): Promise<boolean> {
    const now = this.#needs.clock.now();
    const done = run.done + decided;
    const isOver = done >= run.proposals.length;
    await tx
      .updateTable('acceptance_run')
      .set({
        done,
        accepted: run.accepted + accepted,
        held: run.held + held,
        stepped_at: now,
        ...(isOver && { state: 'finished' as const, ended_at: now }),
      })
      .where('id', '=', run.id)
      .execute();
    return isOver;
  }

  #publish(isOver: boolean): void {
    const { bus, clock } = this.#needs;
    const nowMs = clock.elapsed();
    if (!isOver && nowMs - this.#publishedMs < INVENTORY_MS) return;
    this.#publishedMs = nowMs;
    bus.publish(subjects.config('inventory'), '{}');
  }
}
