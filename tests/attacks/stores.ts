import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readEndpoints } from '#platform/embedded/access/endpoints.ts';
import { AttackImpossible } from './attack.ts';
import type { Attack, Target } from './attack.ts';

/** Runs a program as another local user of this machine. */
function asAnother(
  program: string,
  ...args: readonly string[]
): { readonly ok: boolean; readonly output: string } {
  if (process.getuid?.() !== 0) throw new AttackImpossible('run it as root: another local user is needed');
  const another = ['--reuid=nobody', '--regid=nogroup', '--clear-groups', program, ...args];
  const { status, stdout, stderr } = spawnSync('setpriv', another, { encoding: 'utf8', timeout: 20_000 });
  return { ok: status === 0, output: `${stdout}${stderr}`.trim() };
}

function* filesBelow(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    yield path;
    if (entry.isDirectory()) yield* filesBelow(path);
  }
}

/** Mode bits of the group and of others. */
const FOREIGN_BITS = 0o077;

const isOpen = (path: string): boolean => {
  const { mode, ...file } = statSync(path, { throwIfNoEntry: false }) ?? { mode: 0 };
  return ('isSymbolicLink' in file ? true : existsSync(path)) && (mode & FOREIGN_BITS) !== 0;
};

export const storeAttacks: readonly Attack[] = [
  {
    name: 'another local user reads no file of the product',
    run: ({ data }: Target) => {
      const read = asAnother('ls', data);
      return Promise.resolve(read.ok ? `listed ${data}` : undefined);
    },
  },
  {
    name: 'no file or folder of the product is open to its group or to others',
    run: ({ data }: Target) => {
      const open = [data, ...filesBelow(data)].filter(isOpen);
      return Promise.resolve(
        open.length === 0 ? undefined : `${String(open.length)} are, such as ${open[0] ?? ''}`,
      );
    },
  },
  {
    name: 'another local user learns no address or password of the stores',
    run: ({ data }: Target) => {
      readEndpoints(data);
      const read = asAnother('cat', join(data, 'embedded', 'endpoints.json'));
      return Promise.resolve(read.ok ? 'read endpoints.json' : undefined);
    },
  },
];
