import type { RequestContext } from '../request/get-objects.ts';
import { numberOrZero, readColumns } from '../request/read-columns.ts';
import { peerIndexes, type PeerIndex } from './peer-index.ts';
import { peerTables, type PeerObject, type PeerTable } from './peer-tables.ts';

/** A route reflector has some hundreds. */
const MAX_PEERS = 1_000;

/** A BGP peer of a device. */
interface BgpPeer {
  /** Its address, followed by ` / <instance>` unless it is the first instance with a peer of this address. */
  readonly key: string;
  /** 0: unknown. */
  readonly remoteAs: number;
  readonly mib: string;
  readonly objects: Readonly<Record<PeerObject, string>>;
}

interface TableRow extends PeerIndex {
  readonly index: string;
  readonly remoteAs: number;
}

const objectsAt = ({ columns }: PeerTable, index: string): BgpPeer['objects'] =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, `${column}.${index}`]),
  ) as BgpPeer['objects'];

/** Keys the rows of a table. Instances are numbered by the device, so the lowest is the default one. */
function keyed(rows: readonly TableRow[]): ReadonlyMap<string, TableRow> {
  const found = new Map<string, TableRow>();
  for (const row of rows.toSorted((one, other) => one.instance - other.instance)) {
    const { address, instance } = row;
    const key = found.has(address) ? `${address} / ${String(instance)}` : address;
    if (!found.has(key)) found.set(key, row);
  }
  return found;
}

async function readTable(
  context: RequestContext,
  table: PeerTable,
): Promise<ReadonlyMap<string, TableRow> | undefined> {
  const columns = { state: table.columns.state, remoteAs: table.remoteAs };
  const cells = await readColumns(context, columns, MAX_PEERS + 1);
  if (cells === undefined) return undefined;
  return keyed(
    [...cells.state.keys()].flatMap((index): readonly TableRow[] => {
      const peer = peerIndexes[table.indexing](index);
      return peer === undefined
        ? []
        : [{ ...peer, index, remoteAs: numberOrZero(cells.remoteAs.get(index)) }];
    }),
  );
}

/**
 * BGP peers of a device, at most `MAX_PEERS`; more are counted as a fault. Undefined if the agent stopped responding.
 */
export async function readPeers(context: RequestContext): Promise<readonly BgpPeer[] | undefined> {
  const found = new Map<string, BgpPeer>();
  for (const table of peerTables) {
    const rows = await readTable(context, table);
    if (rows === undefined) return undefined;
    for (const [key, { index, remoteAs }] of rows)
      if (!found.has(key))
        found.set(key, { key, remoteAs, mib: table.mib, objects: objectsAt(table, index) });
  }
  if (found.size > MAX_PEERS) context.count('too many peers');
  return [...found.values()].slice(0, MAX_PEERS);
}
