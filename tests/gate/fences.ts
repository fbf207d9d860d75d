import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freemem } from 'node:os';
import type { Count } from './report.ts';

const LANES = 2;

const GIB = 2 ** 30;
/** What the type-aware rules need is less than this: more is garbage that waits for its collection. */
const LARGEST_GIB = 11;
/** Less than this is less than half of what the rules have in use. */
const SMALLEST_GIB = 4;

/**
 * The type-aware rules are a Go program of one run: collecting its garbage takes a third of its time. It stays below a limit, at which it
 * collects all the same: half of the available memory at most, so that two gates fit on one machine.
 */
function goSettings(): NodeJS.ProcessEnv {
  const gib = Math.min(LARGEST_GIB, Math.floor((0.45 * freemem()) / GIB));
  return gib < SMALLEST_GIB ? {} : { GOGC: 'off', GOMEMLIMIT: `${String(gib)}GiB` };
}

/** A check of the whole tree, run as an npm script. Each counts as one test. */
async function passes(script: string, args: readonly string[]): Promise<boolean> {
  const started = performance.now();
  const child = spawn('npm', ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...goSettings(), ...process.env },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const [status] = (await once(child, 'close')) as [number | null];
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  // Printed at the end: two checks at a time would interleave.
  process.stdout.write(
    Buffer.concat([...output, Buffer.from(`${status === 0 ? '✓' : '✗'} ${script} (${seconds} s)\n`)]),
  );
  return status === 0;
}

/** Runs the checks two at a time, in the given order: the longest first, so that both lanes end together. */
export async function runFences(scripts: Readonly<Record<string, readonly string[]>>): Promise<Count> {
  const waiting = Object.entries(scripts);
  const total = waiting.length;
  let failed = 0;
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      if (!(await passes(...next))) failed += 1;
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { passed: total - failed, failed, skipped: 0 };
}
