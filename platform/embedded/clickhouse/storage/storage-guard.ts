import type { Clock } from '#platform/clock/clock.ts';
import type { DiskSpace } from '#platform/disk/disk-watch.ts';
import type { Log } from '#platform/log/log.ts';
import { ClickHouseFailure } from '../failure.ts';
import type { DamagedPart } from './damage-note.ts';
import { isPartComplete, type RowsOf } from './part-check.ts';

/** A program that writes 2 GB a second takes half a GiB between two checks: below the floor of every disk that has 10 GiB. */
const CHECK_INTERVAL_MS = 100;
/** Free space above the floor that ends the pause, as at the reserve. */
const HYSTERESIS = 1.25;
/** Age of parts that may have been written while the space ended. */
const MARGIN_MS = 10_000;
const MERGE_POLL_MS = 200;
const MERGE_END_MS = 30_000;
const NOT_ENOUGH_SPACE = 243;
/** Besides: a file that could not be written, truncated, opened, closed or synchronised, and errors of the file system. */
const SPACE_ERRORS = new Set([NOT_ENOUGH_SPACE, 75, 76, 88, 1001]);

interface GuardNeeds {
  readonly floorBytes: number;
  readonly space: () => Promise<DiskSpace>;
  readonly rows: RowsOf;
  readonly clock: Clock;
  readonly log: Log;
  /** Called once; the process has to end: only a start detaches what is damaged and takes the parts before a merge instead. */
  readonly onDamage: (parts: readonly DamagedPart[]) => void;
  /** Since when the process before has written parts that it did not check. */
  readonly uncheckedSinceMs: number | undefined;
  /** Called when parts that are not checked begin to be written, with the time, and when all are checked. */
  readonly onUnchecked: (sinceMs: number | undefined) => void;
}

/** Where an insert began. */
export interface InsertMark {
  readonly pauses: number;
  readonly startedMs: number;
}

interface ListedPart extends DamagedPart {
  readonly key: string;
}

/**
 * Keeps ClickHouse (26.7) from what it does on a disk that fills up while it writes: it takes parts whose files are empty for complete,
 * after merges and after inserts. Below the floor it starts none by `keep_free_space_bytes`; this class ends those that run, checks every part of
 * that time, and confirms an insert only if its parts are complete.
 */
export class StorageGuard {
  readonly #needs: GuardNeeds;
  readonly #sound = new Set<string>();
  #isBelow = false;
  /** Whether there are parts since `#sinceMs` that may not have been checked. */
  #isUnchecked = false;
  #isDamaged = false;
  #pauses = 0;
  #sinceMs = 0;
  #work: Promise<void> = Promise.resolve();

  constructor(needs: GuardNeeds) {
    this.#needs = needs;
  }

  /** Whether inserts and merges wait for space. */
  get isPaused(): boolean {
    return this.#isBelow;
  }

  async start(signal: AbortSignal): Promise<void> {
    const { uncheckedSinceMs } = this.#needs;
    if (uncheckedSinceMs !== undefined) {
      this.#isUnchecked = true;
      this.#sinceMs = uncheckedSinceMs;
      this.#stop();
    }
    await this.#look();
    this.#needs.clock.every(CHECK_INTERVAL_MS, () => this.#look(), signal);
  }

  mark(): InsertMark {
    return { pauses: this.#pauses, startedMs: this.#needs.clock.now().getTime() };
  }

  /** Resolves when the rows of an insert are in complete parts. Rejects when they have to be inserted again. */
  async confirm({ pauses, startedMs }: InsertMark): Promise<void> {
    await this.#look();
    if (!this.#isUnchecked && this.#pauses === pauses) return;
    // All since the space ended, not only its own: a repeated insert confirms the part of the first one, which may be minutes older.
    await this.#inspect(Math.min(this.#sinceMs, startedMs - MARGIN_MS));
    if (this.#isDamaged)
      throw new ClickHouseFailure(NOT_ENOUGH_SPACE, 'The disk was full during the insert: repeat it');
  }

  /** Checks what an insert has left that failed for want of space: the next one under its token would confirm it. */
  async fail({ startedMs }: InsertMark, code: number): Promise<void> {
    if (this.#isUnchecked || SPACE_ERRORS.has(code)) await this.#inspect(startedMs - MARGIN_MS);
  }

  /** Resolves when what has begun is done. */
  async settled(): Promise<void> {
    await this.#work;
  }

  async #look(): Promise<void> {
    const { space, floorBytes, clock, log, onUnchecked } = this.#needs;
    const read = await space().catch(() => undefined);
    if (read === undefined) return;
    const { freeBytes } = read;
    if (!this.#isBelow && freeBytes < floorBytes) {
      if (!this.#isUnchecked) {
        this.#isUnchecked = true;
        this.#sinceMs = clock.now().getTime() - MARGIN_MS;
        onUnchecked(this.#sinceMs);
      }
      log.warn({ freeBytes, floorBytes }, 'store writes paused');
      this.#stop();
    } else if (this.#isBelow && freeBytes >= floorBytes * HYSTERESIS) {
      this.#isBelow = false;
      this.#enqueue(() => this.#resume(freeBytes));
    }
  }

  #stop(): void {
    this.#isBelow = true;
    this.#pauses += 1;
    this.#enqueue(() => this.#pause());
  }

  #enqueue(step: () => Promise<void>): void {
    this.#work = this.#work.then(step).catch((error: unknown) => {
      this.#needs.log.warn({ err: error }, 'parts not checked');
      // The next check with enough space tries again.
      this.#isBelow = true;
    });
  }

  async #pause(): Promise<void> {
    const { rows, clock } = this.#needs;
    await rows('SYSTEM STOP MERGES');
    const deadline = clock.elapsed() + MERGE_END_MS;
    while (clock.elapsed() < deadline && (await rows('SELECT 1 FROM system.merges LIMIT 1')).length > 0)
      await clock.wait(MERGE_POLL_MS);
    await this.#inspect(this.#sinceMs);
  }

  async #resume(freeBytes: number): Promise<void> {
    const { rows, log, floorBytes, onUnchecked } = this.#needs;
    await this.#inspect(this.#sinceMs);
    if (this.#isDamaged || this.#isBelow) return;
    this.#isUnchecked = false;
    this.#sound.clear();
    onUnchecked(undefined);
    await rows('SYSTEM START MERGES');
    log.warn({ freeBytes, floorBytes }, 'store writes resumed');
  }

  /** Checks the active parts since a time, each once. */
  async #inspect(sinceMs: number): Promise<void> {
    const { rows, onDamage } = this.#needs;
    const damaged: DamagedPart[] = [];
    for (const { key, ...part } of await this.#partsSince(sinceMs)) {
      if (this.#sound.has(key)) continue;
      // A check that failed for another reason, such as its memory, succeeds the second time.
      if ((await isPartComplete(rows, part)) || (await isPartComplete(rows, part))) this.#sound.add(key);
      else damaged.push(part);
    }
    if (damaged.length === 0 || this.#isDamaged) return;
    this.#isDamaged = true;
    onDamage(damaged);
  }

  async #partsSince(sinceMs: number): Promise<readonly ListedPart[]> {
    const since = String(Math.floor(sinceMs / 1_000));
    const listed = await this.#needs.rows(
      `SELECT database, table, name, rows FROM system.parts WHERE active AND database != 'system' AND toUnixTimestamp(modification_time) >= ${since}`,
    );
    return listed.map((row) => {
      const [database, table, part] = [String(row['database']), String(row['table']), String(row['name'])];
      return { database, table, part, rows: Number(row['rows']), key: `${database}.${table}.${part}` };
    });
  }
}
