import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InsertNote } from './insert-note.ts';

const MEMORY_LIMIT = 241;
const CANNOT_PARSE = 27;

describe('inserts are complete', () => {
  let directory: string;
  let path: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'telltale-note-'));
    path = join(directory, 'inserts.json');
  });
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  const done = (note: InsertNote, ...tokens: readonly string[]): void => {
    for (const token of tokens) {
      note.begin(token);
      note.confirm(token);
    }
  };

  it('while none runs and none has failed', () => {
    const note = new InsertNote(path, true);
    expect(note.isSettled).toBe(true);
    note.begin('flows.1:a:1-9');
    expect(note.isSettled).toBe(false);
    note.fail('flows.1:a:1-9', MEMORY_LIMIT);
    expect(note.isSettled).toBe(false);
    done(note, 'flows.1:a:1-9');
    expect(note.isSettled).toBe(true);
  });

  it('when the store rejects the rows themselves: it has stored none of them', () => {
    const note = new InsertNote(path, true);
    note.begin('flows.1:a:1-9');
    note.fail('flows.1:a:1-9', CANNOT_PARSE);
    expect(note.isSettled).toBe(true);
  });

  it('after a start once each partition is past what it had begun before, in both layouts', () => {
    const before = new InsertNote(path, true);
    done(before, 'flows.1:a:1-9', 'flows.1:a:10-20:detailed', 'samples.4:b:1-3');
    const note = new InsertNote(path, false);
    done(note, 'flows.1:a:10-20', 'flows.1:a:10-20:detailed', 'samples.4:b:4-5');
    expect(note.isSettled).toBe(false);
    done(note, 'flows.1:a:21-30');
    expect(note.isSettled).toBe(true);
  });

  it('after a start once a partition continues in a stream that was created again', () => {
    done(new InsertNote(path, true), 'flows.1:a:100-200');
    const note = new InsertNote(path, false);
    done(note, 'flows.1:b:1-2');
    expect(note.isSettled).toBe(true);
  });

  it('never, if nothing says what had begun before', () => {
    done(new InsertNote(path, true), 'flows.1:a:1-9');
    truncateSync(path, 5);
    const note = new InsertNote(path, false);
    done(note, 'flows.1:a:10-20');
    expect(note.isSettled).toBe(false);
  });
});
