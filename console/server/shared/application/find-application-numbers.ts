import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { applicationsNamed, customApplicationNumber } from '#schemas/application/application-name.ts';
import { isNamedIn } from '#schemas/resource/access.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';
import { readStoredResources } from '../resource/stored-resource.ts';

/** A text in the names of applications of some customers. */
interface ApplicationText {
  readonly caller: Pick<Caller, 'id' | 'permissions'>;
  readonly customers: readonly number[];
  readonly text: string;
  /** Names that contain the text; else those that are equal to it, in upper or lower case. */
  readonly isPart: boolean;
}

export interface NumberedApplication {
  readonly number: number;
  readonly name: string;
}

interface NumberNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
}

const MOST = 1_000;

const REPORTED = `SELECT toFloat64(application) AS number, latest AS name FROM (
  SELECT application, argMax(reported.name, since) AS latest FROM application_names AS reported
  WHERE customer IN {customers:Array(UInt32)} AND reported.name != '' GROUP BY application)
WHERE if({part:UInt8} = 1, positionCaseInsensitiveUTF8(latest, {text:String}) > 0, lowerUTF8(latest) = {text:String})
ORDER BY name LIMIT ${String(MOST)}`;

/** Custom applications that the caller sees in one of the customers. */
async function readCustom(
  { db }: NumberNeeds,
  { caller, customers, text, isPart }: ApplicationText,
): Promise<readonly NumberedApplication[]> {
  const folded = text.toLowerCase();
  const stored = (await readStoredResources(db, 'application')).filter(({ name }) =>
    isPart ? name.toLowerCase().includes(folded) : name.toLowerCase() === folded,
  );
  if (stored.length === 0 || customers.length === 0) return [];
  const owners = await db
    .selectFrom('customer')
    .select(['id', 'profile_id'])
    .where('id', 'in', [...customers])
    .execute();
  const places = owners.map(({ id, profile_id: profile }) => ({ id, profile: profile ?? 0 }));
  const named = new Map(
    stored.flatMap((one) =>
      places.some((of) => isNamedIn(one, of, caller)) ? [[one.id, one.name] as const] : [],
    ),
  );
  if (named.size === 0) return [];
  const rows = await db
    .selectFrom('custom_application')
    .select(['id', 'resource_id'])
    .where('resource_id', 'in', [...named.keys()])
    .limit(MOST)
    .execute();
  return rows.map(({ id, resource_id: resource }) => ({
    number: customApplicationNumber(id),
    name: named.get(resource) ?? '',
  }));
}

/** Custom applications and those that exporters report, by name. At most 1,000 of each. */
export async function findNamedApplications(
  needs: NumberNeeds,
  search: ApplicationText,
): Promise<readonly NumberedApplication[]> {
  const { customers, isPart } = search;
  const text = isPart ? search.text : search.text.toLowerCase();
  const settings = { max_execution_time: 10, max_memory_usage: '500000000' };
  const reported = withinLimits(
    needs.clickhouse.query<NumberedApplication>(
      REPORTED,
      { customers, text, part: isPart ? 1 : 0 },
      settings,
    ),
  );
  return [...(await readCustom(needs, search)), ...(await reported)];
}

/** Numbers in flows of the applications with a name, default names among them. */
export async function findApplicationNumbers(
  needs: NumberNeeds,
  search: ApplicationText,
): Promise<readonly number[]> {
  const found = await findNamedApplications(needs, search);
  return [
    ...new Set([...found.map(({ number }) => number), ...applicationsNamed(search.text, search.isPart)]),
  ];
}
