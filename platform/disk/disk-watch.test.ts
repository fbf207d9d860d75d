import { describe, expect, it } from 'vitest';
import { ManualClock } from '../clock/manual-clock.ts';
import {
  diskLevel,
  DiskWatch,
  limitsOf,
  readDiskSpace,
  type DiskLevel,
  type DiskSpace,
  type DiskState,
} from './disk-watch.ts';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
const automatic = { warningBytes: 0, reserveBytes: 0 };

describe('the reserve of a disk', () => {
  it.each([
    ['a tenth of a small disk, and a fifth for the warning', 500 * MIB, automatic, 50 * MIB, 100 * MIB],
    ['at most 2 GiB, and 10 GiB for the warning', 1_000 * GIB, automatic, 2 * GIB, 10 * GIB],
    ['what is configured', 1_000 * GIB, { reserveBytes: 7, warningBytes: 9 }, 7, 9],
  ])('is %s', (_, sizeBytes, limits, reserveBytes, warningBytes) => {
    expect(limitsOf({ sizeBytes, freeBytes: 0 }, limits)).toEqual({ reserveBytes, warningBytes });
  });

  const limits = { reserveBytes: 100, warningBytes: 200 };
  it.each<[number, DiskLevel, DiskLevel]>([
    [200, 'ok', 'ok'],
    [199, 'ok', 'low'],
    [99, 'ok', 'full'],
    [0, 'low', 'full'],
    [100, 'low', 'low'],
    [249, 'low', 'low'],
    [250, 'low', 'ok'],
    [124, 'full', 'full'],
    [125, 'full', 'low'],
    [249, 'full', 'low'],
    [250, 'full', 'ok'],
  ])('%d bytes free after %s: %s', (freeBytes, before, after) => {
    expect(diskLevel({ freeBytes, sizeBytes: 1_000 }, limits, before)).toBe(after);
  });
});

describe('the watch of a disk', () => {
  const watched = (read: () => Promise<DiskSpace>) => {
    const clock = new ManualClock();
    const changes: DiskState[] = [];
    const watch = new DiskWatch(
      clock,
      {
        path: '/data',
        limits: { reserveBytes: 100, warningBytes: 200 },
        onChange: (state) => changes.push(state),
      },
      read,
    );
    return { clock, changes, watch, signal: new AbortController().signal };
  };

  it('reads the free space before it starts and then each second, and reports each change once', async () => {
    let freeBytes = 50;
    const { clock, changes, watch, signal } = watched(() => Promise.resolve({ freeBytes, sizeBytes: 1_000 }));
    await watch.start(signal);
    expect(watch.isFull).toBe(true);
    await clock.advance(3_000);
    freeBytes = 500;
    await clock.advance(1_000);
    expect([watch.isFull, watch.sinceMs]).toEqual([false, 4_000]);
    expect(changes.map(({ level, freeBytes: free }) => [level, free])).toEqual([
      ['full', 50],
      ['ok', 500],
    ]);
  });

  it('keeps its level while the file system does not respond', async () => {
    let response: Promise<DiskSpace> = Promise.resolve({ freeBytes: 50, sizeBytes: 1_000 });
    const { clock, watch, signal } = watched(() => response);
    await watch.start(signal);
    response = Promise.reject(new Error('EIO'));
    await clock.advance(1_000);
    expect(watch.isFull).toBe(true);
  });

  it('reads what the file system reports', async () => {
    const { freeBytes, sizeBytes } = await readDiskSpace('/');
    expect(freeBytes).toBeGreaterThan(0);
    expect(sizeBytes).toBeGreaterThanOrEqual(freeBytes);
  });
});
