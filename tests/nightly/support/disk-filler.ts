import { spawnSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/**
 * Started with a folder, `nearly`, `full`, `oscillating` or `sudden`, and seconds: takes the last byte of the file system again and again, or all but 45 MB. `oscillating` also
 * frees 2 to 40 MB, at moments that differ from run to run, as a log or a dump does; `sudden` allocates all space in one call, as virtual machines and
 * databases do, for a second, and frees it for some.
 */
const [, , mount = '', filling, seconds] = process.argv;
const CHUNK = Buffer.alloc(1e6);
const path = join(mount, 'filler');
const file = openSync(path, 'a');

const LEFT = filling === 'nearly' ? 45e6 : 0;

function takeAll(): void {
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(mount);
      const free = bavail * bsize - LEFT;
      if (LEFT > 0 && free <= 0) return;
      writeSync(file, CHUNK, 0, free > 0 ? Math.min(CHUNK.length, free) : 1);
    }
  } catch {
    // No space left.
  }
}

/** In one call of fallocate(2), with less of it while the file system needs some of its own. */
function allocateAll(): void {
  const { bavail, bsize } = statfsSync(mount);
  for (let length = bavail * bsize; length > 0; length -= 1e6) {
    const { status } = spawnSync('fallocate', [
      '-o',
      String(fstatSync(file).size),
      '-l',
      String(length),
      path,
    ]);
    if (status === 0) return;
  }
}

const endMs = performance.now() + Number(seconds) * 1_000;
while (performance.now() < endMs) {
  if (filling === 'sudden') {
    allocateAll();
    for (let turn = 0; turn < 50; turn += 1) {
      takeAll();
      await setTimeout(20);
    }
    ftruncateSync(file, 0);
    await setTimeout(2_000 + Math.random() * 3_000);
    continue;
  }
  for (let turn = Math.random() * 20; turn >= 0; turn -= 1) {
    takeAll();
    await setTimeout(20);
  }
  if (filling !== 'oscillating') continue;
  ftruncateSync(file, Math.max(0, fstatSync(file).size - Math.floor(2e6 + Math.random() * 38e6)));
  await setTimeout(Math.random() * 600);
}
closeSync(file);
rmSync(path);
