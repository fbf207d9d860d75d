import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a script in a shell; returns the CPU-seconds of its commands. */
export async function shellCpuSeconds(script: string, cwd?: string): Promise<number> {
  const { stdout } = await promisify(execFile)('/bin/bash', ['-c', `${script}\ntimes`], { cwd });
  // The second line of `times` is that of the children: `0m1.234s 0m0.567s`.
  const spent = stdout.trim().split('\n').at(-1) ?? '';
  return [...spent.matchAll(/(\d+)m([\d.]+)s/g)]
    .map(([, minutes, remaining]) => 60 * Number(minutes) + Number(remaining))
    .reduce((sum, one) => sum + one, 0);
}
