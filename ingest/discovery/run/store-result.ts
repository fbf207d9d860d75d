import { sql, type Transaction } from 'kysely';
import { MAX_UNANSWERED, type UnansweredDevice } from '#schemas/discovery/run.ts';
import type { discoveryRun } from '#schemas/table/discovery.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { ProposalDraft } from '../proposal/propose-changes.ts';
import type { MissedDevice } from '../proposal/unresponsive-devices.ts';

type Tx = Transaction<Database>;
type OwnedRun = Pick<Row<typeof discoveryRun>, 'id' | 'customer_id'>;

/** Rows per statement: about a megabyte. */
const ROWS = 500;

export interface RunResult {
  readonly drafts: readonly ProposalDraft[];
  readonly unanswered: readonly MissedDevice[];
  /** Devices of the inventory that the run has seen. */
  readonly seen: readonly number[];
}

export const jsonb = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`;

/** Parts of at most `size` items, in order. */
export const inParts = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

interface PlacedDraft {
  readonly draft: ProposalDraft;
  readonly parent: number | null;
}

/** Returns the ids in the order of the drafts. */
async function insertRows(tx: Tx, run: OwnedRun, placed: readonly PlacedDraft[]): Promise<readonly number[]> {
  const rows = await tx
    .insertInto('discovery_proposal')
    .values(
      placed.map(({ draft: { children: _children, fields, content, element, ...remaining }, parent }) => ({
        ...remaining,
        run_id: run.id,
        customer_id: run.customer_id,
        element_id: element,
        parent_id: parent,
        fields: jsonb(fields),
        content: jsonb(content),
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Inserts proposals, each before those of its parts. */
async function insertProposals(tx: Tx, run: OwnedRun, drafts: readonly ProposalDraft[]): Promise<void> {
  for (const part of inParts(drafts, ROWS)) {
    const ids = await insertRows(
      tx,
      run,
      part.map((draft) => ({ draft, parent: null })),
    );
    const children = part.flatMap(({ children: parts }, at) =>
      parts.map((draft) => ({ draft, parent: ids[at] ?? null })),
    );
    for (const some of inParts(children, ROWS)) await insertRows(tx, run, some);
  }
}

/** Counts the devices that the run missed, and forgets the misses of those that it has seen. */
async function saveMisses(tx: Tx, { unanswered, seen }: RunResult): Promise<void> {
  const missed = unanswered.flatMap(({ device, miss }) =>
    miss === undefined ? [] : [{ id: device.id, runs: miss.runs, since: miss.since.toISOString() }],
  );
  // A device may have been deleted since the run read the inventory.
  if (missed.length > 0)
    await sql`
      INSERT INTO device_miss (device_id, runs, since)
      SELECT device.id, missed.runs, missed.since
      FROM jsonb_to_recordset(${jsonb(missed)}) AS missed (id integer, runs integer, since timestamptz)
      JOIN device ON device.id = missed.id
      ON CONFLICT (device_id) DO UPDATE SET runs = excluded.runs, since = excluded.since
    `.execute(tx);
  if (seen.length > 0)
    await tx
      .deleteFrom('device_miss')
      .where('device_id', '=', sql<number>`ANY (${[...seen]}::int[])`)
      .execute();
}

/** The devices to show: first those that the run proposes as vanished, then those that it missed. */
export function shownUnanswered(unanswered: readonly MissedDevice[]): readonly UnansweredDevice[] {
  const rank = ({ isVanished, miss }: MissedDevice): number => (isVanished ? 0 : miss === undefined ? 2 : 1);
  return unanswered
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, MAX_UNANSWERED)
    .map(({ device, reason, miss, isVanished }) => ({
      element: device.id,
      site: device.site,
      name: device.name,
      address: device.address,
      reason,
      runs: miss?.runs ?? 0,
      since: miss?.since.toISOString() ?? null,
      proposed: isVanished,
    }));
}

/** Stores the result of a run in as many statements as it has blocks of 500 proposals, and a few more. */
export async function storeResult(tx: Tx, run: OwnedRun, result: RunResult): Promise<void> {
  await insertProposals(tx, run, result.drafts);
  await saveMisses(tx, result);
}
