import { watchConfig, type LiveConfigNeeds, type LiveValue } from '#platform/live-config/watch-config.ts';
import type { Patterns } from '#platform/pattern/patterns.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { IFRAME_SETTING, IframeWhitelist, fullAddress } from '#schemas/settings/iframe/iframe.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

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

/** Addresses as they are compared: with and without the last slash. None for what no browser embeds. */
function comparedOf(url: string): readonly string[] {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) return [];
  const { href } = address;
  return href.endsWith('/') ? [href, href.slice(0, -1)] : [href];
}

/** Which addresses a list allows. One that cannot be compared in time is not allowed. */
export async function areFramesAllowed(
  matching: Pick<Patterns, 'match'>,
  patterns: readonly string[],
  urls: readonly string[],
): Promise<readonly boolean[]> {
  const compared = urls.map(comparedOf);
  if (patterns.length === 0) return compared.map(({ length }) => length > 0);
  const texts = [...new Set(compared.flat())];
  const found = texts.length === 0 ? [] : await matching.match(patterns.map(fullAddress), texts);
  const allowed = new Set(texts.filter((_, index) => found[index] === true));
  return compared.map((each) => each.some((text) => allowed.has(text)));
}
