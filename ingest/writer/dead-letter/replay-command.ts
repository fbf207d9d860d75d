/**
 * `npm run dead-letters -- list|replay [--stream flows] [--from 1] [--to 99]`: lists dead letters or publishes them
 * again.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openBus } from '#platform/bus/bus.ts';
import { DroppedLetters } from '#platform/bus/dropped-letters.ts';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import { tableOfStream, buckets } from '#schemas/bus/stream.ts';
import { readDeadLetters, replayDeadLetter, type DeadLetter } from './replay.ts';

const USAGE = 'npm run dead-letters -- list|replay [--stream STREAM] [--from SEQUENCE] [--to SEQUENCE]';
const text = { type: 'string' } as const;
const Sequence = z.coerce.number().int().positive();
const Command = z.object({
  action: z.enum(['list', 'replay'], { error: 'expected list or replay' }),
  stream: z
    .string()
    .refine((name) => name in tableOfStream, {
      error: `--stream must be one of ${Object.keys(tableOfStream).join(', ')}`,
    })
    .optional(),
  from: Sequence.default(1),
  to: Sequence.default(Number.MAX_SAFE_INTEGER),
});

function parseCommandLine(): z.infer<typeof Command> {
  try {
    const options = { stream: text, from: text, to: text };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    return Command.parse({ ...values, action: positionals[0] });
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    process.stderr.write(`${issue?.message ?? (error as Error).message}\n${USAGE}\n`);
    process.exit(2);
  }
}

/** The Swedish locale formats dates as ISO 8601. */
const utc = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'UTC' });
const lineOf = ({ seq, parkedMs, source, rows, cause }: DeadLetter): string =>
  `${String(seq)}  ${utc.format(parkedMs)}  ${source}  ${rows} rows  ${cause}\n`;

const { action, ...selection } = parseCommandLine();
const { NATS_URL } = configure(z.object({ NATS_URL: standard.NATS_URL }));
const bus = await openBus(NATS_URL, 'telltale-dead-letters');
const letters = new DroppedLetters(bus, await bus.bucket(buckets.letters));
let count = 0;
for await (const letter of readDeadLetters(bus, selection)) {
  const done = action === 'list' || (await replayDeadLetter(bus, letter, letters));
  if (done) count += 1;
  process.stdout.write(`${done ? '' : 'kept, source unknown: '}${lineOf(letter)}`);
}
process.stdout.write(`${String(count)} ${action === 'list' ? 'dead letters' : 'replayed'}\n`);
const dropped = await letters.count();
if (dropped > 0)
  process.stdout.write(`${String(dropped)} were dropped: the dead letter stream was full\
`);
await bus.close();
