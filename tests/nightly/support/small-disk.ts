import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type FileSystem = 'tmpfs' | 'ext4';

/** How another program takes the space: all but 45 MB, all of it, in turns all of it and up to 40 MB less, or all of it in one call, again and again. */
export type Filling = 'nearly' | 'full' | 'oscillating' | 'sudden';

/** A file system of its own; mounting needs root. */
export interface SmallDisk {
  readonly mount: string;
  /** Free space in bytes for processes without privileges. */
  readonly freeBytes: () => number;
  /** Fills it for some seconds as another program does, from a process of its own, and then removes what it wrote. */
  readonly fill: (filling: Filling, seconds: number) => Promise<void>;
  readonly remove: () => void;
}

export function makeSmallDisk(kind: FileSystem, mebibytes: number): SmallDisk {
  const mount = mkdtempSync(join(tmpdir(), 'telltale-disk-'));
  const image = `${mount}.img`;
  if (kind === 'tmpfs')
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(mebibytes)}m`, 'tmpfs', mount]);
  else {
    execFileSync('truncate', ['-s', `${String(mebibytes)}M`, image]);
    // Without blocks of root: the last byte is that of every process.
    execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', image]);
    execFileSync('mount', ['-o', 'loop', image, mount]);
  }
  return {
    mount,
    freeBytes() {
      const { bavail, bsize } = statfsSync(mount);
      return bavail * bsize;
    },
    async fill(filling, seconds) {
      const filler = fork(new URL('./disk-filler.ts', import.meta.url), [mount, filling, String(seconds)], {
        execArgv: ['--no-warnings'],
      });
      await once(filler, 'exit');
    },
    remove() {
      execFileSync('umount', ['-l', mount]);
      rmSync(mount, { recursive: true, force: true });
      rmSync(image, { force: true });
    },
  };
}
