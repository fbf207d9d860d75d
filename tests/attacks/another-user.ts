import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { AttackImpossible } from './attack.ts';

const PATIENCE_MS = 20_000;
/** The unprivileged user and group of every Linux. */
const STRANGER = '65534';

const asStranger = (program: string, args: readonly string[]): string[] => [
  `--reuid=${STRANGER}`,
  `--regid=${STRANGER}`,
  '--clear-groups',
  program,
  ...args,
];

function assertRoot(): void {
  if (process.getuid?.() !== 0) throw new AttackImpossible('run it as root, which may act as another user');
}

/** Runs a program as another local user of this machine. */
export function runAsAnother(
  program: string,
  ...args: readonly string[]
): { readonly ok: boolean; readonly output: string } {
  assertRoot();
  const { status, stdout, stderr } = spawnSync('setpriv', asStranger(program, args), {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  return { ok: status === 0, output: `${stdout}${stderr}`.trim() };
}

/** Starts a program as another local user of this machine; its standard output is a pipe. */
export function startAsAnother(program: string, ...args: readonly string[]): ChildProcess {
  assertRoot();
  return spawn('setpriv', asStranger(program, args), { stdio: ['ignore', 'pipe', 'ignore'] });
}
