import type { Clock } from '#platform/clock/clock.ts';
import type { DiskSpace } from '#platform/disk/disk-watch.ts';
import type { Log } from '#platform/log/log.ts';
import { ClickHouseFailure } from '../failure.ts';
import type { DamagedPart } from './damage-note.ts';

/** Runs a statement in the engine and returns its rows. */
export type RowsOf = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** A program that writes 2 GB a second takes half a GiB between two checks: below the floor of every disk that has 10 GiB. */
const CHECK_INTERVAL_MS = 100;
/** Free space above the floor that ends the pause, as at the reserve. */
const HYSTERESIS = 1.25;
/** Age of parts that may have been written while the space ended. */
const MARGIN_MS = 10_000;
const MERGE_POLL_MS = 200;
const MERGE_END_MS = 30_000;
const NOT_ENOUGH_SPACE = 243;
const NO_SUCH_DATA_PART = 232;

interface GuardNeeds {
  readonly floorBytes: number;
  readonly space: () => Promise<DiskSpace>;
  readonly rows: RowsOf;
  readonly clock: Clock;
  readonly log: Log;
  /** Called once; the process has to end: only a start detaches what is damaged and takes the parts before a merge instead. */
  readonly onDamage: (parts: readonly DamagedPart[]) => void;
}

/** Where an insert began. */
export interface InsertMark {
  readonly pauses: number;
  readonly startedMs: number;
}

const literal = (name: string): string => `'${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const identifier = (name: string): string => `\`${name.replaceAll('`', '\\`')}\``;

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
    await this.#look();
    this.#needs.clock.every(CHECK_INTERVAL_MS, () => this.#look(), signal);
  }

  mark(): InsertMark {
    return { pauses: this.#pauses, startedMs: this.#needs.clock.now().getTime() };
  }

  /** Resolves when the rows of an insert are in complete parts. Rejects when they have to be inserted again. */
  async confirm({ pauses, startedMs }: InsertMark): Promise<void> {
    await this.#look();
    if (!this.#isBelow && this.#pauses === pauses) return;
    await this.#inspect(startedMs - MARGIN_MS);
    if (this.#isDamaged)
      throw new ClickHouseFailure(NOT_ENOUGH_SPACE, 'The disk was full during the insert: repeat it');
  }

  /** Resolves when what has begun is done. */
  async settled(): Promise<void> {
    await this.#work;
  }

  async #look(): Promise<void> {
    const { space, floorBytes, clock, log } = this.#needs;
    const read = await space().catch(() => undefined);
    if (read === undefined) return;
    const { freeBytes } = read;
    if (!this.#isBelow && freeBytes < floorBytes) {
      this.#isBelow = true;
      this.#pauses += 1;
      this.#sinceMs = clock.now().getTime() - MARGIN_MS;
      log.warn({ freeBytes, floorBytes }, 'store writes paused');
      this.#enqueue(() => this.#pause());
    } else if (this.#isBelow && freeBytes >= floorBytes * HYSTERESIS) {
      this.#isBelow = false;
      this.#enqueue(() => this.#resume(freeBytes));
    }
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
    const { rows, log, floorBytes } = this.#needs;
    await this.#inspect(this.#sinceMs);
    if (this.#isDamaged) return;
    await rows('SYSTEM START MERGES');
    this.#sound.clear();
    log.warn({ freeBytes, floorBytes }, 'store writes resumed');
  }

  /** Checks the active parts since a time, each once. */
  async #inspect(sinceMs: number): Promise<void> {
    const damaged: DamagedPart[] = [];
    for (const { key, ...part } of await this.#partsSince(sinceMs)) {
      if (this.#sound.has(key)) continue;
      // A check that failed for another reason, such as its memory, succeeds the second time.
      if ((await this.#isComplete(part)) || (await this.#isComplete(part))) this.#sound.add(key);
      else damaged.push(part);
    }
    if (damaged.length === 0 || this.#isDamaged) return;
    this.#isDamaged = true;
    this.#needs.onDamage(damaged);
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

  async #isComplete({ database, table, part }: DamagedPart): Promise<boolean> {
    try {
      const [result] = await this.#needs.rows(
        `CHECK TABLE ${identifier(database)}.${identifier(table)} PART ${literal(part)} SETTINGS check_query_single_value_result = 0`,
      );
      return Number(result?.['is_passed'] ?? 1) === 1;
    } catch (error) {
      // Merged since it was listed: the merge has read it.
      if (error instanceof ClickHouseFailure && error.code === NO_SUCH_DATA_PART) return true;
      throw error;
    }
  }
}
