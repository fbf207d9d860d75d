/** `npx telltale COMMAND`: the interface from the command line (docs/30-api.md). */
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { systemClock } from '#platform/clock/system-clock.ts';
import { runCommand } from './run-command.ts';

const aborting = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    aborting.abort();
  });
// A reader that has enough, such as `head`, ends the command.
process.stdout.on('error', () => {
  process.exit(0);
});

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  clock: systemClock,
  signal: aborting.signal,
  async out(part) {
    if (!process.stdout.write(part)) await once(process.stdout, 'drain');
  },
  note(line) {
    process.stderr.write(`${line}\n`);
  },
  readInput: () => text(process.stdin),
});
