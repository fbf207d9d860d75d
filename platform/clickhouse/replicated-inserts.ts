import type { Clock } from '../clock/clock.ts';
import type { RowBinaryInsert } from './clickhouse-client.ts';
import { COMPLETE_MS } from './current-replica.ts';
import { isDataErrorCode } from './data-error.ts';
import { insertState, receiveRows, storedSteps, tablesOfInsert, type Replica } from './replica-state.ts';
import { errorCodeOf } from './store-error.ts';

/** How long an insert waits for the other replicas before its outcome counts as unknown. */
const QUORUM_MS = 10_000;
/** An insert that takes longer has lost its server. */
const INSERT_MS = 120_000;
/** ClickHouse's code of an insert whose quorum was not reached in time (UNKNOWN_STATUS_OF_INSERT). */
const UNKNOWN_STATUS = 319;
/**
 * How long inserts are confirmed replica by replica after a quorum was not reached in time, at most. Until the others have the rows, a block
 * stops its partition if the only replica that has it dies: a quorum is used again as soon as none is behind.
 */
const WITHOUT_QUORUM_MS = 30_000;

/** The replica takes no inserts, for now. */
class ReplicaNotWritable extends Error {
  override readonly name = 'ReplicaNotWritable';
}

/**
 * Inserts that are confirmed once every replica that is alive has the rows. What fails is repeated on the next replica under the same
 * token: whether the first attempt has stored the rows is unknown.
 */
export class ReplicatedInserts {
  readonly #replicas: readonly Replica[];
  readonly #clock: Pick<Clock, 'elapsed' | 'wait'>;
  #at = 0;
  /** The replica whose tables in memory are known to be complete. */
  #prepared: Replica | undefined;
  #quorumAgainMs = -Infinity;

  constructor(replicas: readonly Replica[], clock: Pick<Clock, 'elapsed' | 'wait'>) {
    this.#replicas = replicas;
    this.#clock = clock;
  }

  async insert(insert: RowBinaryInsert): Promise<void> {
    for (let left = this.#replicas.length; ; left -= 1) {
      const replica = this.#replicas[this.#at];
      if (replica === undefined) throw new RangeError('there is no replica');
      try {
        await this.#insertAt(replica, insert);
        return;
      } catch (error) {
        if (isDataErrorCode(errorCodeOf(error))) throw error;
        this.#leave(replica);
        if (left <= 1 || insert.token === undefined || insert.signal?.aborted === true) throw error;
      }
    }
  }

  /** Concurrent inserts may fail on the same replica. */
  #leave(replica: Replica): void {
    if (this.#replicas[this.#at] !== replica) return;
    this.#at = (this.#at + 1) % this.#replicas.length;
    this.#prepared = undefined;
  }

  async #insertAt(replica: Replica, insert: RowBinaryInsert): Promise<void> {
    const tables = tablesOfInsert(insert.table);
    const { tables: found, isReadOnly, active, total } = await insertState(replica, tables);
    // Tables of another kind replicate their rows by themselves.
    if (found === 0) return replica.server.insertRowBinary(insert);
    if (isReadOnly || found < tables.length)
      throw new ReplicaNotWritable('the replica cannot reach Keeper, or lacks a table');
    await this.#prepare(replica);
    const signal = AbortSignal.any([
      AbortSignal.timeout(INSERT_MS),
      ...(insert.signal === undefined ? [] : [insert.signal]),
    ]);
    const limited = { ...insert, signal };
    if (active === total && this.#clock.elapsed() >= this.#quorumAgainMs)
      await this.#withQuorum(replica, limited, total);
    else await this.#oneByOne(replica, limited, tables);
  }

  /** A replica that was away may lack rows of the table in memory by which rollups are cut. */
  async #prepare(replica: Replica): Promise<void> {
    if (this.#prepared === replica) return;
    const own = await storedSteps(replica);
    const others = await Promise.all(
      this.#replicas.filter((one) => one !== replica).map((one) => storedSteps(one).catch(() => 0)),
    );
    if (others.some((stored) => stored > own))
      throw new ReplicaNotWritable('the replica lacks rows of rollup_steps, which the next migration copies');
    this.#prepared = replica;
  }

  async #withQuorum(replica: Replica, insert: RowBinaryInsert, total: number): Promise<void> {
    if (total < 2) return replica.server.insertRowBinary(insert);
    const settings = {
      ...insert.settings,
      insert_quorum: String(total),
      // Ranges of several partitions are inserted at the same time.
      insert_quorum_parallel: 1,
      insert_quorum_timeout: QUORUM_MS,
    } as const;
    try {
      await replica.server.insertRowBinary({ ...insert, settings });
    } catch (error) {
      if (errorCodeOf(error) === UNKNOWN_STATUS)
        this.#quorumAgainMs = this.#clock.elapsed() + WITHOUT_QUORUM_MS;
      throw error;
    }
  }

  /**
   * Not every replica is alive, or one is behind. What an earlier attempt left behind is received first, or rejected for good: a block that
   * only a dead replica has would count as stored. Then the others receive the rows. One that does not is not read any more by the time
   * that the rows are confirmed, since its last check has expired.
   */
  async #oneByOne(replica: Replica, insert: RowBinaryInsert, tables: readonly string[]): Promise<void> {
    await receiveRows(replica, tables);
    await replica.server.insertRowBinary(insert);
    const sinceMs = this.#clock.elapsed();
    const received = await Promise.all(
      this.#replicas
        .filter((one) => one !== replica)
        .map((one) =>
          receiveRows(one, tables).then(
            () => true,
            () => false,
          ),
        ),
    );
    const { active, isReadOnly } = await insertState(replica, tables);
    if (isReadOnly) throw new ReplicaNotWritable('the replica lost Keeper');
    const have = 1 + received.filter(Boolean).length;
    if (have === this.#replicas.length) this.#quorumAgainMs = -Infinity;
    const leftMs = sinceMs + 2 * COMPLETE_MS - this.#clock.elapsed();
    if (have < active && leftMs > 0) await this.#clock.wait(leftMs);
  }
}
