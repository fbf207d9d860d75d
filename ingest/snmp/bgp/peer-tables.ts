import type { PeerIndexing } from './peer-index.ts';

/** Objects of a peer that are read in every poll. */
export type PeerObject = 'state' | 'admin' | 'transitions' | 'inUpdates' | 'outUpdates' | 'uptime';

/** A table of BGP peers. Columns end before the index. */
export interface PeerTable {
  readonly mib: string;
  readonly indexing: PeerIndexing;
  readonly remoteAs: string;
  readonly columns: Readonly<Record<PeerObject, string>>;
}

const BGP4 = '1.3.6.1.2.1.15.3.1';
const CISCO = '1.3.6.1.4.1.9.9.187.1.2.5.1';
const ARISTA = '1.3.6.1.4.1.30065.4.1.1';
const JUNIPER = '1.3.6.1.4.1.2636.5.1.1.2';

/** Tables with IPv6 peers first: BGP4-MIB has only IPv4. A peer of several tables is read from the first. */
export const peerTables: readonly PeerTable[] = [
  {
    mib: 'CISCO-BGP4-MIB',
    indexing: 'typed',
    remoteAs: `${CISCO}.11`,
    columns: {
      state: `${CISCO}.3`,
      admin: `${CISCO}.4`,
      inUpdates: `${CISCO}.13`,
      outUpdates: `${CISCO}.14`,
      transitions: `${CISCO}.18`,
      uptime: `${CISCO}.19`,
    },
  },
  {
    mib: 'ARISTA-BGP4V2-MIB',
    indexing: 'instanced',
    remoteAs: `${ARISTA}.2.1.10`,
    columns: {
      state: `${ARISTA}.2.1.13`,
      admin: `${ARISTA}.2.1.12`,
      uptime: `${ARISTA}.4.1.1`,
      inUpdates: `${ARISTA}.7.1.1`,
      outUpdates: `${ARISTA}.7.1.2`,
      transitions: `${ARISTA}.7.1.5`,
    },
  },
  {
    mib: 'BGP4-V2-MIB-JUNIPER',
    indexing: 'local',
    remoteAs: `${JUNIPER}.1.1.1.13`,
    columns: {
      state: `${JUNIPER}.1.1.1.2`,
      admin: `${JUNIPER}.1.1.1.3`,
      uptime: `${JUNIPER}.4.1.1.1`,
      inUpdates: `${JUNIPER}.6.1.1.1`,
      outUpdates: `${JUNIPER}.6.1.1.2`,
      transitions: `${JUNIPER}.6.1.1.5`,
    },
  },
  {
    mib: 'BGP4-MIB',
    indexing: 'address',
    remoteAs: `${BGP4}.9`,
    columns: {
      state: `${BGP4}.2`,
      admin: `${BGP4}.3`,
      inUpdates: `${BGP4}.10`,
      outUpdates: `${BGP4}.11`,
      transitions: `${BGP4}.15`,
      uptime: `${BGP4}.16`,
    },
  },
];
