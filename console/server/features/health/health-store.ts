import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs, dateAtMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ComponentFigures, HealthComponent } from '#schemas/health/component.ts';
import { HEALTH_DAYS, SAMPLE_MS, type HealthChange } from '#schemas/health/routes.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { DiskSample } from './judge/judge-stores.ts';
import type { ProcessRun } from './process-watch.ts';

/** What waits for PostgreSQL; later entries push out earlier ones. */
const MAX_WAITING = 5_000;
/** Entries of one statement. */
const BATCH = 500;
/** Most entries of a month that a page reads. */
const MAX_CHANGES = 20_000;
const GROWTH_DAYS = 7;

interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  /** Stores nothing. */
  readonly isReadOnly: boolean;
}

interface Waiting {
  readonly changes: HealthChange[];
  readonly runs: ProcessRun[];
}

/** States, runs and figures of a month in PostgreSQL. What cannot be stored waits in memory. */
export class HealthStore {
  readonly #needs: Needs;
  #waiting: Waiting = { changes: [], runs: [] };

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  add(changes: readonly HealthChange[]): void {
    this.#push(this.#waiting.changes, changes);
  }

  addRun(run: ProcessRun): void {
    this.#push(this.#waiting.runs, [run]);
  }

  #push<Entry>(list: Entry[], entries: readonly Entry[]): void {
    if (this.#needs.isReadOnly) return;
    list.push(...entries);
    if (list.length > MAX_WAITING) list.splice(0, list.length - MAX_WAITING);
  }

  /** Stores what waits. Rejects while PostgreSQL does not respond; nothing is lost then. */
  async flush(): Promise<void> {
    await this.#flushRuns();
    await this.#flushChanges();
  }

  async #flushRuns(): Promise<void> {
    const runs = this.#waiting.runs.slice(0, BATCH);
    for (const { run, process, instance, release, startedAt, endedAt, crashed } of runs) {
      const ended = { ended_at: endedAt === undefined ? null : dateAtMs(endedAt), crashed: crashed ?? null };
      const row = { run, process, instance, release, started_at: dateAtMs(startedAt), ...ended };
      await this.#needs.db
        .insertInto('health_run')
        .values(row)
        .onConflict((conflict) =>
          endedAt === undefined ? conflict.doNothing() : conflict.column('run').doUpdateSet(ended),
        )
        .execute();
      this.#waiting.runs.shift();
    }
  }

  async #flushChanges(): Promise<void> {
    const { changes } = this.#waiting;
    while (changes.length > 0) {
      const batch = changes.slice(0, BATCH);
      await this.#needs.db
        .insertInto('health_change')
        .values(batch.map(({ at, ...remaining }) => ({ ...remaining, at: dateAtMs(at) })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      changes.splice(0, batch.length);
    }
  }

  /** Stores the figures of the half hour, once, and deletes what is older than a month. */
  async sample(components: readonly HealthComponent[]): Promise<void> {
    const { db, clock, isReadOnly } = this.#needs;
    if (isReadOnly) return;
    const nowMs = clock.now().getTime();
    const slot = Math.floor(nowMs / SAMPLE_MS);
    const rows = components
      .filter(({ figures }) => Object.keys(figures).length > 0)
      .map(({ id, figures }) => ({ component: id, slot, figures }));
    if (rows.length > 0)
      await db
        .insertInto('health_sample')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const oldest = addMs(clock.now(), -HEALTH_DAYS * DAY_MS);
    await db
      .deleteFrom('health_sample')
      .where('slot', '<', Math.floor(oldest.getTime() / SAMPLE_MS))
      .execute();
    await db
      .deleteFrom('health_run')
      .where('started_at', '<', oldest)
      .where('ended_at', 'is not', null)
      .execute();
    // The state in which a component entered the month is older than the month.
    await sql`
      DELETE FROM health_change AS old WHERE old.at < ${oldest} AND EXISTS (
        SELECT FROM health_change AS later
        WHERE later.component = old.component AND later.at > old.at AND later.at < ${oldest})`.execute(db);
  }

  /** The newest change of every component. */
  async lastChanges(): Promise<HealthChange[]> {
    const { rows } = await sql<ChangeRow>`
      SELECT DISTINCT ON (component) component, at, state, reason FROM health_change
      ORDER BY component, at DESC`.execute(this.#needs.db);
    return rows.map(changeOf);
  }

  /** When a server last judged, as far as is stored: figures every half an hour, changes, and ends of servers. Undefined: never. */
  async lastJudged(): Promise<number | undefined> {
    const { rows } = await sql<{ at: Date | null; slot: number | null }>`
      SELECT greatest(
          (SELECT max(at) FROM health_change),
          (SELECT max(ended_at) FROM health_run WHERE process = 'server')) AS at,
        (SELECT max(slot) FROM health_sample) AS slot`.execute(this.#needs.db);
    const { at, slot } = rows[0] ?? { at: null, slot: null };
    const times = [at?.getTime(), slot === null ? undefined : slot * SAMPLE_MS].filter(
      (one) => one !== undefined,
    );
    return times.length === 0 ? undefined : Math.max(...times);
  }

  /** Changes of the last month, oldest first, with those in force at its start. `from`: complete from then on. */
  async changes(): Promise<{ readonly from: number; readonly changes: HealthChange[] }> {
    const { db, clock } = this.#needs;
    const start = addMs(clock.now(), -HEALTH_DAYS * DAY_MS);
    const { rows } = await sql<ChangeRow>`
      SELECT component, at, state, reason FROM health_change ORDER BY at DESC LIMIT ${MAX_CHANGES}`.execute(
      db,
    );
    const from = rows.length < MAX_CHANGES ? start.getTime() : (rows.at(-1)?.at.getTime() ?? 0);
    return { from, changes: rows.map(changeOf).toReversed() };
  }

  /** Runs that started within a day. */
  async recentRuns(): Promise<ProcessRun[]> {
    const { db, clock } = this.#needs;
    const rows = await db
      .selectFrom('health_run')
      .selectAll()
      .where('started_at', '>', addMs(clock.now(), -DAY_MS))
      .execute();
    return rows.map(({ started_at, ended_at, crashed, ...run }) => ({
      ...run,
      startedAt: started_at.getTime(),
      ...(ended_at === null ? {} : { endedAt: ended_at.getTime() }),
      ...(crashed === null ? {} : { crashed }),
    }));
  }

  /** ComponentFigures of a component in the last month, oldest first. */
  async figures(component: string): Promise<{ at: number; figures: ComponentFigures }[]> {
    const rows = await this.#needs.db
      .selectFrom('health_sample')
      .select(['slot', 'figures'])
      .where('component', '=', component)
      .orderBy('slot')
      .execute();
    return rows.map(({ slot, figures }) => ({ at: slot * SAMPLE_MS, figures }));
  }

  /** What of the disk of the stores was in use in the last week. */
  async diskUses(): Promise<DiskSample[]> {
    const since = this.#needs.clock.now().getTime() - GROWTH_DAYS * DAY_MS;
    const uses = await this.figures('stores.disk');
    return uses.flatMap(({ at, figures: { used } }) =>
      used === undefined || at < since ? [] : [{ at, used }],
    );
  }
}

interface ChangeRow extends Pick<HealthChange, 'component' | 'state' | 'reason'> {
  readonly at: Date;
}

const changeOf = ({ component, at, state, reason }: ChangeRow): HealthChange => ({
  component,
  at: at.getTime(),
  state,
  reason,
});
