import { sql, type RawBuilder } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { accessTo } from '#schemas/resource/access.ts';
import { searchedBuiltIn } from '#schemas/name/built-in-name.ts';
import { foldForSearch, matchRankOf, wordsOf } from '#schemas/search/fold.ts';
import { MAX_HITS_PER_KIND, type HitKind, type SearchHit } from '#schemas/search/routes.ts';
import { accountsSeenBy } from '../../kernel/access/accounts-seen-by.ts';
import { audienceOf, type Audience } from '../../kernel/access/audience.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { readAlarmNames } from '../../shared/resource/alarm-names.ts';
import { readStoredResources } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';

export interface DocumentSearchNeeds {
  readonly db: Db;
  /** Which alarms an audience sees. */
  readonly visibility: {
    of(audience: Audience): { shows(alarm: number): boolean; hides(alarm: number): boolean };
  };
}

type Candidate = Omit<SearchHit, 'kind'>;

function bestOf(kind: HitKind, candidates: readonly Candidate[], words: readonly string[]): SearchHit[] {
  const ranked = candidates.flatMap((candidate) => {
    const name = foldForSearch(
      kind === 'alarm' || kind === 'cockpit' ? searchedBuiltIn(kind, candidate.name) : candidate.name,
    );
    const text = `${name} ${foldForSearch(candidate.path.join(' '))}`;
    return words.every((word) => text.includes(word)) ? [{ candidate, rank: matchRankOf(name, words) }] : [];
  });
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MAX_HITS_PER_KIND)
    .map(({ candidate }) => ({ kind, ...candidate }));
}

/** Cockpits that the caller may open, and alarms whose running instances they may see. */
async function findAlarmsAndCockpits(
  { db, visibility }: DocumentSearchNeeds,
  caller: Caller,
  words: readonly string[],
): Promise<SearchHit[]> {
  const seesAlarms = caller.permissions.has('ALERT.read');
  const opensCockpits = caller.permissions.has('TEMPLATE.COCKPIT.read');
  if (!seesAlarms && !opensCockpits) return [];
  const stored = await readStoredResources(db, 'cockpit');
  const viewer = await viewerOf(db, caller);
  const opened = new Set(
    stored.flatMap((cockpit) => (opensCockpits && accessTo(cockpit, viewer).read ? [cockpit.id] : [])),
  );
  const names = new Map(stored.map(({ id, name }) => [id, name]));
  const audience = audienceOf(caller);
  const visible = visibility.of(audience);
  const alarms = (await readAlarmNames(db, { customer: null, caller })).filter(
    ({ id, cockpit }) =>
      opened.has(cockpit) ||
      (seesAlarms && (visible.shows(id) || (audience === 'privileged' && visible.hides(id)))),
  );
  return [
    ...bestOf(
      'alarm',
      alarms.map(({ id, name, cockpit }) => ({
        id,
        name,
        path: opened.has(cockpit) ? [names.get(cockpit) ?? ''] : [],
        customer: null,
        parent: opened.has(cockpit) ? cockpit : null,
      })),
      words,
    ),
    ...bestOf(
      'cockpit',
      [...opened].map((id) => ({ id, name: names.get(id) ?? '', path: [], customer: null, parent: null })),
      words,
    ),
  ];
}

async function findApplications(
  { db }: DocumentSearchNeeds,
  caller: Caller,
  words: readonly string[],
): Promise<SearchHit[]> {
  const ofProvider = caller.permissions.has('NETWORK.APPLICATION.read');
  const ofCustomers = caller.permissions.has('PARAMETERS.APPLICATION.read');
  if (!ofProvider && !ofCustomers) return [];
  const viewer = await viewerOf(db, caller);
  const ids = new Map(
    (await db.selectFrom('custom_application').select(['id', 'resource_id']).execute()).map(
      ({ id, resource_id }) => [resource_id, id],
    ),
  );
  const seen = (await readStoredResources(db, 'application')).filter(
    (stored) => (stored.customer === null ? ofProvider : ofCustomers) && accessTo(stored, viewer).read,
  );
  return bestOf(
    'application',
    seen.map(({ id, name, customer }) => ({
      id: ids.get(id) ?? id,
      name,
      path: customer === null ? [] : [caller.customers.get(customer)?.name ?? ''],
      customer,
      parent: null,
    })),
    words,
  );
}

/** Lower case, without accents, as `foldForSearch` does. */
const folded = (text: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`lower(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g'))`;

async function findUsers(
  { db }: DocumentSearchNeeds,
  caller: Caller,
  words: readonly string[],
): Promise<SearchHit[]> {
  if (!caller.permissions.has('USER.read')) return [];
  const text = folded(sql<string>`concat_ws(' ', username, first_name, last_name, email)`);
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const rows = await db
    .selectFrom('account')
    .select(['id', 'username', 'first_name', 'last_name', 'email'])
    .where(accountsSeenBy(caller))
    .where(sql<boolean>`${text} LIKE ALL(${patterns}::text[])`)
    .orderBy('username', asNames)
    .limit(MAX_HITS_PER_KIND)
    .execute();
  return rows.map(({ id, username, first_name, last_name, email }) => ({
    kind: 'user',
    id,
    name: username,
    path: [`${first_name} ${last_name}`.trim(), email].filter((part) => part !== ''),
    customer: null,
    parent: null,
  }));
}

/** Alarms, cockpits, custom applications and users that the caller may open and whose text contains every word. */
export async function findDocuments(
  needs: DocumentSearchNeeds,
  query: string,
  caller: Caller,
): Promise<SearchHit[]> {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const found = await Promise.all([
    findAlarmsAndCockpits(needs, caller, words),
    findApplications(needs, caller, words),
    findUsers(needs, caller, words),
  ]);
  return found.flat();
}
