/**
 * `npm run nightly -- busy-machine`: the gate three times in a row while as many busy loops run as there are cores, which leave it half of
 * the processor. No test depends on how fast a machine is: a newcomer's first command passes on theirs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const ROUNDS = 3;

const loops = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
// The gate itself, not its tests of the night.
const { NIGHTLY: _nightly, ...env } = process.env;
try {
  for (let round = 1; round <= ROUNDS && process.exitCode === undefined; round += 1) {
    const { status } = spawnSync(process.execPath, ['tests/run.ts'], { stdio: 'inherit', env });
    process.stdout.write(`${status === 0 ? '✓' : '✗'} round ${String(round)} of ${String(ROUNDS)}\n`);
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  for (const loop of loops) loop.kill('SIGKILL');
}
