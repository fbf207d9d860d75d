import { Script } from 'node:vm';
import { watchConfig } from '#platform/live-config/watch-config.ts';
import type { LiveConfigNeeds, LiveValue } from '#platform/live-config/watch-config.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { IFRAME_SETTING, IframeWhitelist, wholeAddress } from '#schemas/settings/iframe/iframe.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

/** Time for all patterns of the list: some expressions take years for some addresses. */
const MATCH_MS = 100;

/** The patterns in force; none allows every address. */
export async function readFramePatterns(db: Db | Tx): Promise<readonly string[]> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', IFRAME_SETTING)
    .executeTakeFirst();
  return row === undefined ? [] : IframeWhitelist.parse(row.value).patterns;
}

/** The patterns in force, kept current. */
export const watchFramePatterns = (
  needs: LiveConfigNeeds & { readonly db: Db },
): Promise<LiveValue<readonly string[]>> =>
  watchConfig(needs, {
    entity: 'iframe',
    read: () => readFramePatterns(needs.db),
    same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  });

// In a context of its own, because V8 stops an expression at the time limit of a script only.
const matching = new Script(`expressions.some((expression) => {
  const pattern = new RegExp(expression, 'i');
  return addresses.some((address) => pattern.test(address));
})`);

/** Whether a list allows an address. One that cannot be compared in time is not allowed. */
export function isFrameAllowed(patterns: readonly string[], url: string): boolean {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) return false;
  if (patterns.length === 0) return true;
  const { href } = address;
  const addresses = href.endsWith('/') ? [href, href.slice(0, -1)] : [href];
  const expressions = patterns.map(wholeAddress);
  try {
    return matching.runInNewContext({ expressions, addresses }, { timeout: MATCH_MS }) === true;
  } catch {
    return false;
  }
}
