import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeInPlace } from './write-in-place.ts';

const DamagedPart = z.object({
  database: z.string(),
  table: z.string(),
  /** Name of the part: `<partition>_<first block>_<last block>_<level>`. */
  part: z.string(),
  rows: z.number(),
});
/** An active part whose files are not what its checksums say. */
export type DamagedPart = z.infer<typeof DamagedPart>;

const Note = z.array(DamagedPart);

/** Space for some hundred parts. The file has this size from the start: it is written while the disk is full. */
const NOTE_BYTES = 64 * 1024;

const padded = (parts: readonly DamagedPart[]): string => {
  const text = JSON.stringify(parts);
  return text.length <= NOTE_BYTES ? text.padEnd(NOTE_BYTES) : padded(parts.slice(0, -1));
};

/**
 * What the process that ended found damaged. The files of such a part may say nothing of its rows any more; the engine knew them until it
 * ended. None of these rows was confirmed to its writer, or their parts before the merge are still there.
 */
export class DamageNote {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  read(): readonly DamagedPart[] {
    try {
      return Note.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch {
      return [];
    }
  }

  write(parts: readonly DamagedPart[]): void {
    writeInPlace(this.#path, padded(parts));
  }
}
