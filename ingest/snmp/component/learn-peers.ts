import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import { peerCells } from '../bgp/peer-cells.ts';
import { readPeers } from '../bgp/read-peers.ts';
import type { RequestContext } from '../request/get-objects.ts';
import type { LearnedComponent } from './component.ts';
import { readNamed } from './read-named.ts';

/** Locates the inventory's BGP peers on the device. Undefined if the agent stopped responding. */
export async function learnPeerElements(
  context: RequestContext,
  entries: readonly ComponentEntry[],
): Promise<readonly LearnedComponent[] | undefined> {
  if (entries.length === 0) return [];
  const peers = await readPeers(context);
  if (peers === undefined) return undefined;
  const byKey = new Map(peers.map((peer) => [peer.key, peer]));
  return entries.flatMap(({ id, key }): readonly LearnedComponent[] => {
    const peer = byKey.get(key);
    if (peer === undefined) return [];
    const { objects } = peer;
    return [{ id, oids: Object.values(objects), read: (values) => peerCells(readNamed(objects, values)) }];
  });
}
