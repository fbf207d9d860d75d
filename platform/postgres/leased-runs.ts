import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { addMs } from '#platform/clock/time.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Db } from './postgres.ts';

/** Tables of runs: one process at a time works on each run, which holds its lease and extends it by heartbeats. */
type LeasedTable = Extract<keyof Database, 'discovery_run' | 'import_run' | 'report_run' | 'schedule_run'>;

/** A run as it was claimed. An earlier attempt may be of the same process: where claims are counted, only the last one may write. */
interface HeldRun {
  readonly id: number;
  /** Default: `running`. */
  readonly state?: string;
  readonly attempts?: number;
  readonly lease_owner: string | null;
}

/** No process works on the run. */
export const unleased = { lease_owner: null, lease_until: null } as const;

/** No process works on the run, and it is not claimed before a time. */
export const unleasedUntil = (now: Date, forMs: number) =>
  ({ lease_owner: null, lease_until: addMs(now, forMs) }) as const;

/** A heartbeat: the process that holds the run may work on it for a time. */
export const leasedFor = (now: Date, leaseMs: number) => ({ lease_until: addMs(now, leaseMs) }) as const;

/** Whether a process may claim a run: none holds it, or the one that does has ended. */
export const isFree = (now: Date, alias?: string): RawBuilder<SqlBool> => {
  const until = sql.ref(alias === undefined ? 'lease_until' : `${alias}.lease_until`);
  return sql<SqlBool>`(${until} IS NULL OR ${until} <= ${now})`;
};

/** Whether a run has used up its attempts, and no process works on it. */
export const isExhausted = (maxAttempts: number, now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(attempts >= ${maxAttempts} AND ${isFree(now)})`;

/** Whether an attempt still holds its run: it was not cancelled, deleted or taken over. */
export const isHeld = ({
  id,
  state = 'running',
  attempts,
  lease_owner: owner,
}: HeldRun): RawBuilder<SqlBool> =>
  attempts === undefined
    ? sql<SqlBool>`(id = ${id} AND state = ${state} AND lease_owner = ${owner})`
    : sql<SqlBool>`(id = ${id} AND state = ${state} AND lease_owner = ${owner} AND attempts = ${attempts})`;

interface RunClaim {
  readonly table: LeasedTable;
  /** The process that claims. */
  readonly owner: string;
  readonly leaseMs: number;
  /** What else is set, such as the state and the number of attempts. */
  readonly cells: RawBuilder<unknown>;
  /** Selects the id of the run that is next, `FOR UPDATE SKIP LOCKED`: the others of a claim that runs at the same time remain. */
  readonly next: RawBuilder<unknown>;
}

/** Claims the run that is next for a process; undefined: there is none. */
export async function claimRun<Run>(
  db: Db,
  now: Date,
  { table, owner, leaseMs, cells, next }: RunClaim,
): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    UPDATE ${sql.table(table)} SET lease_owner = ${owner}, lease_until = ${addMs(now, leaseMs)}, ${cells}
    WHERE id = (${next}) RETURNING *`.execute(db);
  return rows[0];
}
