import { dirname } from 'node:path';
import { rmSync } from 'node:fs';
import type { Clock } from '#platform/clock/clock.ts';
import { covers, loggedBlocks, partOf } from '../repair.ts';
import type { BrokenPart } from './detached-parts.ts';
import type { InsertNote } from './insert-note.ts';
import { isPartComplete, type RowsOf } from './part-check.ts';

const RETRY_MS = 2_000;

export interface AwaitNeeds {
  readonly awaited: readonly BrokenPart[];
  readonly rows: RowsOf;
  readonly inserts: InsertNote;
  readonly clock: Clock;
  /** Called with each part whose rows are stored again, after its folder is removed. */
  readonly onRestored: (part: BrokenPart) => void;
  /** Called with each part whose rows are lost: the writer has passed its insert. */
  readonly onLost: (part: BrokenPart) => void;
}

const lossOf = (part: BrokenPart): BrokenPart => ({ ...part, state: 'lost', lostRows: part.rows });

/**
 * Waits until the inserts of damaged parts are there again. A repeated insert has the id of the first one in the deduplication log; it counts once the
 * part of this id is read and complete. An insert that was confirmed before its part was damaged is not repeated: its rows are lost.
 */
export class AwaitedInserts {
  readonly #needs: AwaitNeeds;

  constructor(needs: AwaitNeeds) {
    this.#needs = needs;
  }

  /** Resolves with the parts that are lost, once all are decided or the process ends. */
  async decided(signal: AbortSignal): Promise<readonly BrokenPart[]> {
    const { awaited, inserts, clock, onRestored, onLost } = this.#needs;
    const lost: BrokenPart[] = [];
    const open = new Set(awaited);
    while (open.size > 0 && !signal.aborted) {
      // Read first: what is stored between the two is found.
      const { isCaughtUp } = inserts;
      for (const part of open) {
        const isStored = await this.#isStored(part).catch(() => undefined);
        if (isStored === true) {
          rmSync(part.folder, { recursive: true, force: true });
          onRestored(part);
        } else if (isStored === false && isCaughtUp) {
          lost.push(lossOf(part));
          onLost(lossOf(part));
        } else continue;
        open.delete(part);
      }
      if (open.size > 0) await clock.wait(RETRY_MS, signal);
    }
    return lost;
  }

  /** Whether a complete part has the rows of each insert. */
  async #isStored({ database, table, ids, folder, partition }: BrokenPart): Promise<boolean> {
    const logged = loggedBlocks(dirname(dirname(folder)));
    const listed = await this.#needs.rows(
      `SELECT name FROM system.parts WHERE active AND database = '${database}' AND table = '${table}' AND partition_id = '${partition}'`,
    );
    for (const id of ids) {
      const block = partOf(logged.get(id) ?? '');
      const part = listed
        .map(({ name }) => String(name))
        .find((name) => {
          const found = partOf(name);
          return block !== undefined && found !== undefined && covers(found, block);
        });
      if (part === undefined) return false;
      if (!(await isPartComplete(this.#needs.rows, { database, table, part }))) return false;
    }
    return true;
  }
}
