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

const NotedPart = DamagedPart.extend({
  /** Undefined: nothing says so any more. */
  rows: z.number().optional(),
  /** Ids of its inserts in the deduplication log of the table: repeated, they get the same ids. */
  ids: z.array(z.string()).default([]),
  /** Parts before its merge that were there when it was found. */
  sources: z.array(z.string()).default([]),
  /** Its folder in `detached/`, once a start has found it there. */
  folder: z.string().optional(),
  isLost: z.boolean().default(false),
});
/** What is known of a damaged part, apart from its files. */
export type NotedPart = z.infer<typeof NotedPart>;

const Note = z.object({
  /** Since when parts have been written that are not checked yet: the disk was full. */
  uncheckedSinceMs: z.number().optional(),
  parts: z.array(NotedPart),
});
type Note = z.infer<typeof Note>;

/** Space for some hundred parts. The file has this size from the start: it is written while the disk is full. */
const NOTE_BYTES = 64 * 1024;

const padded = (note: Note): string => {
  const text = JSON.stringify(note);
  return text.length <= NOTE_BYTES
    ? text.padEnd(NOTE_BYTES)
    : padded({ ...note, parts: note.parts.slice(0, -1) });
};

/**
 * What this process and those before it found damaged, until its rows are stored again. The files of such a part may say nothing of its rows any
 * more; the engine knew them until it ended.
 */
export class DamageNote {
  readonly #path: string;
  #note: Note;

  constructor(path: string) {
    this.#path = path;
    this.#note = this.#read();
  }

  get parts(): readonly NotedPart[] {
    return this.#note.parts;
  }

  get uncheckedSinceMs(): number | undefined {
    return this.#note.uncheckedSinceMs;
  }

  /** Notes parts in front of those that are noted; one of the same name that no start has detached yet is replaced. */
  add(parts: readonly NotedPart[]): void {
    const isReplaced = (noted: NotedPart): boolean =>
      noted.folder === undefined &&
      parts.some(
        ({ database, table, part }) =>
          database === noted.database && table === noted.table && part === noted.part,
      );
    this.replace([...parts, ...this.parts.filter((noted) => !isReplaced(noted))]);
  }

  replace(parts: readonly NotedPart[]): void {
    this.#note = { ...this.#note, parts: [...parts] };
    this.#write();
  }

  /** Notes since when parts are unchecked; undefined: all are. */
  unchecked(sinceMs: number | undefined): void {
    this.#note = { ...this.#note, uncheckedSinceMs: sinceMs };
    this.#write();
  }

  #read(): Note {
    try {
      return Note.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch {
      return { parts: [] };
    }
  }

  #write(): void {
    try {
      writeInPlace(this.#path, padded(this.#note));
    } catch {
      // No space, which the file needs only the first time: the damage is reported without what is known of it.
    }
  }
}
