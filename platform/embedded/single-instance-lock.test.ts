import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { singleInstanceLock } from './single-instance-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'telltale-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { signal } = new AbortController();
const lock = () => singleInstanceLock(folder).start(signal);

describe('a data folder', () => {
  it('in use is not opened again, and the error names folder and process', async () => {
    const held = await lock();
    await expect(lock()).rejects.toThrow(`${folder} is in use by process ${String(process.pid)}`);
    await held?.stop?.();
    await (await lock())?.stop?.();
  });

  it.each([
    ['of a killed process', '4194305 77\n'],
    ['of a process whose number another one has now', `${String(process.pid)} 1\n`],
    ['that a full disk has left empty', ''],
  ])('with a lock %s is opened', async (_, left) => {
    writeFileSync(join(folder, 'owner.lock'), left);
    const held = await lock();
    expect(readFileSync(join(folder, 'owner.lock'), 'utf8')).toMatch(new RegExp(`^${String(process.pid)} `));
    await held?.stop?.();
  });
});
