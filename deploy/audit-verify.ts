/** `npm run audit-verify [-- --noted SEQ:HASH]`: checks the audit chain; prints the first broken link and exits with 1. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { ChainHead } from '#platform/audit/chain.ts';
import { verifyChain } from '#platform/audit/verify.ts';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';

const USAGE =
  'npm run audit-verify [-- --noted SEQ:HASH]   an end of the chain that was written down elsewhere';
const Noted = z
  .string()
  .regex(/^\d+:[0-9a-f]{64}$/, { error: '--noted is a number, a colon and a hash of 64 hex digits' })
  .transform((text): ChainHead => {
    const [seq = '', hash = ''] = text.split(':');
    return { seq: Number(seq), hash };
  });

function given(): ChainHead | undefined {
  try {
    const { values } = parseArgs({ options: { noted: { type: 'string' } } });
    return values.noted === undefined ? undefined : Noted.parse(values.noted);
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    process.stderr.write(`${issue?.message ?? (error as Error).message}\n${USAGE}\n`);
    process.exit(2);
  }
}

const noted = given();
const { DATABASE_URL } = configure(z.object({ DATABASE_URL: standard.DATABASE_URL }));
const db = openPostgres(DATABASE_URL, { connections: 1 });
try {
  const { head, broken, noted: found } = await verifyChain(db, noted);
  const holds = `${String(head.seq)} events hold together, up to ${String(head.seq)}:${head.hash}\n`;
  process.stdout.write(holds);
  if (broken !== undefined) process.stdout.write(`event ${String(broken.seq)}: ${broken.fault}\n`);
  if (found === false) process.stdout.write('the noted end is not in this chain\n');
  process.exitCode = broken === undefined && found !== false ? 0 : 1;
} finally {
  await db.destroy();
}
