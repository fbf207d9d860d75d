/** `npm run reseal-secrets`: seals every stored secret with the current key, so that previous keys can be removed. */
import { z } from 'zod';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import { systemIds } from '#platform/id/id.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { configuredSecrets, secretVariables } from '#platform/secret/open-secrets.ts';
import { resealStored } from '#platform/secret/seal-stored.ts';

const config = configure(z.object({ DATABASE_URL: standard.DATABASE_URL, ...secretVariables }));
const db = openPostgres(config.DATABASE_URL, { connections: 1 });
try {
  const rows = await resealStored(db, configuredSecrets(config, systemIds));
  process.stdout.write(`${String(rows)} rows were resealed: previous keys are no longer needed\n`);
} catch (error) {
  process.stderr.write(`nothing was changed: ${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await db.destroy();
}
