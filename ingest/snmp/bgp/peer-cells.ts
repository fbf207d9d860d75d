import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import { numericValue } from '../agent/value.ts';
import type { Cell } from '../cell.ts';
import type { NamedValues } from '../component/read-named.ts';

/** bgpPeerState, the same in all tables. */
const IDLE = 1;
const ESTABLISHED = 6;
/** bgpPeerAdminStatus stop, bgp4V2PeerAdminStatus halted. */
const STOPPED = 1;

/** A peer that is stopped by configuration is not down: it has no state. */
function stateOf(state: number | undefined, admin: number | undefined): bigint | undefined {
  if (state === undefined || state < IDLE || state > ESTABLISHED || admin === STOPPED) return undefined;
  return BigInt(state === ESTABLISHED);
}

/** Cells of a peer. Many devices restart the counts of updates with each session, so its number is their epoch. */
export function peerCells({ values, read }: NamedValues): readonly Cell[] {
  const [state, admin, transitions, inUpdates, outUpdates, uptime] = (
    ['state', 'admin', 'transitions', 'inUpdates', 'outUpdates', 'uptime'] as const
  ).map((name) => numericValue(values[name]));
  const cells: Cell[] = [];
  const add = (key: CounterKey, value: number | bigint | undefined, epoch = 0): void => {
    if (value !== undefined && value >= 0)
      cells.push({ counter: counters[key].id, value: BigInt(value), read, epoch });
  };
  add('peer_up', stateOf(state, admin));
  add('peer_transitions', transitions);
  add('peer_in_updates', inUpdates, transitions);
  add('peer_out_updates', outUpdates, transitions);
  // Of a session that is down it is the time since it was lost.
  add('peer_uptime', state === ESTABLISHED ? uptime : undefined);
  return cells;
}
