import { createHash } from 'node:crypto';
import { addMs } from '#platform/clock/time.ts';
import type { IdSource } from '#platform/id/id.ts';
import { isHeld } from '#platform/postgres/leased-runs.ts';
import { renderingLimits } from '#schemas/limit/rendering.ts';
import { RENDER_TOKEN_PREFIX } from '#schemas/rendering/rendering.ts';
import type { RenderAttempt, RenderQueueNeeds } from './render-queue.ts';

const TOKEN_BYTES = 32;

/** Only the hash is stored: tokens have 256 random bits. */
export const renderTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Gives an attempt a token with which it reads its report from the server. It is valid until the attempt ends, and for minutes at most;
 * the next attempt has another one.
 */
export async function issueRenderToken(
  { db, clock, ids }: RenderQueueNeeds & { readonly ids: Pick<IdSource, 'bytes'> },
  attempt: RenderAttempt,
): Promise<string> {
  const token = `${RENDER_TOKEN_PREFIX}${ids.bytes(TOKEN_BYTES).toString('base64url')}`;
  await db
    .updateTable('report_run')
    .set({
      token_hash: renderTokenHash(token),
      token_until: addMs(clock.now(), renderingLimits.tokenMs),
    })
    .where(isHeld(attempt))
    .execute();
  return token;
}
