import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { settleDerivedRows, type BrokenPart } from './detached-parts.ts';
import type { InsertGate } from './insert-gate.ts';
import type { InsertNote } from './insert-note.ts';
import { addMissingRows, derivedRollup, slicesOf, type DerivedRollup } from './rollup-derivation.ts';
import type { RowsOf } from './part-check.ts';

const RETRY_MS = 2_000;

interface RepairNeeds {
  readonly lost: readonly BrokenPart[];
  readonly rows: RowsOf;
  readonly gate: InsertGate;
  readonly inserts: InsertNote;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether there is no space to write. */
  readonly isPaused: () => boolean;
  /** Runs what writes, and resolves when it is complete on the disk. */
  readonly complete: <Outcome>(work: () => Promise<Outcome>) => Promise<Outcome>;
  /** Called with what is still lost. */
  readonly onDerived: (lost: readonly BrokenPart[]) => void;
}

/** What is lost of one partition of a rollup. */
interface LostPartition {
  readonly partition: string;
  readonly parts: readonly BrokenPart[];
  readonly rollup: DerivedRollup;
}

/** First and last second of some parts; undefined if one of them does not say. */
function coveredBy(parts: readonly BrokenPart[]): BrokenPart['period'] {
  const periods = parts.flatMap(({ period }) => (period === undefined ? [] : [period]));
  if (periods.length < parts.length) return undefined;
  return [Math.min(...periods.map(([from]) => from)), Math.max(...periods.map(([, to]) => to))];
}

/**
 * Derives lost rows of rollups again from their sources. It waits until every insert that had begun before the loss is complete: the writer would
 * repeat one into the rollup that the source already has. Each slice of time is done alone, between two inserts.
 */
export class RollupRepair {
  readonly #needs: RepairNeeds;
  #lost: readonly BrokenPart[];

  constructor(needs: RepairNeeds) {
    this.#needs = needs;
    this.#lost = needs.lost;
  }

  start(signal: AbortSignal): void {
    if (this.#lost.length === 0) return;
    void this.#run(signal).catch((error: unknown) => {
      if (!signal.aborted) this.#needs.log.error({ err: error }, 'lost rows not derived');
    });
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (const one of await this.#inOrder()) {
      let derived = 0;
      for (const period of slicesOf(one.partition, coveredBy(one.parts))) {
        const added = await this.#settled(one, period, signal);
        if (added === undefined) return;
        derived += added;
      }
      this.#report(one, derived);
    }
  }

  /** Adds what is missing in a period, as soon as no insert is incomplete; undefined at the end of the process. */
  async #settled(
    { partition, rollup }: LostPartition,
    period: readonly [number, number],
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const { gate, inserts, rows, clock, isPaused, complete } = this.#needs;
    const derive = async (): Promise<number | undefined> =>
      inserts.isSettled ? complete(() => addMissingRows(rows, rollup, { partition, period })) : undefined;
    while (!signal.aborted) {
      const added = inserts.isCaughtUp && !isPaused() ? await gate.alone(derive) : undefined;
      if (added !== undefined) return added;
      await clock.wait(RETRY_MS, signal);
    }
    return undefined;
  }

  /** The lost partitions of rollups that can be derived, those that others are derived from first. */
  async #inOrder(): Promise<readonly LostPartition[]> {
    const found: LostPartition[] = [];
    const groups = Map.groupBy(this.#lost, ({ database, table, partition }) =>
      [database, table, partition].join('/'),
    );
    for (const parts of groups.values()) {
      const [first] = parts;
      const rollup = first && (await derivedRollup(this.#needs.rows, first));
      if (rollup) found.push({ partition: first.partition, parts, rollup });
    }
    const depth = (table: string): number => {
      const source = found.find(({ rollup }) => rollup.table === table)?.rollup.source;
      return source === undefined ? 0 : 1 + depth(source);
    };
    return found.toSorted((one, other) => depth(one.rollup.table) - depth(other.rollup.table));
  }

  /** Rows of one key may have been in several lost parts: what is still lost is at most the difference. */
  #report({ partition, parts, rollup: { table, source } }: LostPartition, derived: number): void {
    const { log, onDerived } = this.#needs;
    let left = derived;
    const still = parts.flatMap((part) => {
      const share = Math.min(left, part.lostRows ?? left);
      left -= share;
      settleDerivedRows(part, share);
      const lostRows = part.lostRows === undefined ? undefined : part.lostRows - share;
      return lostRows === 0 ? [] : [{ ...part, lostRows }];
    });
    const lost = still.some(({ lostRows }) => lostRows === undefined)
      ? 'unknown'
      : still.reduce((sum, { lostRows }) => sum + (lostRows ?? 0), 0);
    this.#lost = [...this.#lost.filter((part) => !parts.includes(part)), ...still];
    log.warn({ table, source, partition, parts: parts.length, rows: derived, lost }, 'lost rows derived');
    onDerived(this.#lost);
  }
}
