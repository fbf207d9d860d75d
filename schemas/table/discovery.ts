import type { FoundDevice, FoundPart, PartKind } from '../discovery/found.ts';
import type { ProposalContent, ProposalField, ProposalKind } from '../discovery/proposal.ts';
import type { DiscoveryRequest } from '../discovery/request.ts';
import type {
  DiscoveryFault,
  DiscoveryProgress,
  DiscoveryState,
  UnansweredDevice,
} from '../discovery/run.ts';
import {
  withDefault,
  flag,
  instant,
  integer,
  json,
  key,
  nullableField,
  references,
  relation,
  sharedKey,
  text,
  type Field,
} from './relation.ts';

const word = <Word extends string>() => text as Field<Word>;

/** A discovery run: the queue entry, its progress and its result. */
export const discoveryRun = relation({
  name: 'discovery_run',
  columns: {
    id: key,
    customer_id: references(integer, 'customer'),
    site_id: references(integer, 'site'),
    state: withDefault(word<DiscoveryState>(), "'queued'"),
    /** Includes the credentials: sealed and never shown. */
    request: json<DiscoveryRequest>(),
    progress: json<DiscoveryProgress>(),
    /** Number of finished addresses: where another process continues. */
    next_address: withDefault(integer, '0'),
    /** The process that works on the run, and until when it may (`platform/postgres/leased-runs.ts`). */
    lease_owner: nullableField(text),
    lease_until: nullableField(instant),
    /** Number of claims; with the owner it identifies the attempt that may write. */
    attempts: withDefault(integer, '0'),
    cancel_requested: withDefault(flag, 'false'),
    repeat_of: nullableField(integer),
    /** Reason of the last failed attempt. */
    fault: nullableField(word<DiscoveryFault>()),
    /** Devices of the inventory in the ranges that were not found. */
    unanswered: withDefault(json<readonly UnansweredDevice[]>(), "'[]'"),
    created_at: instant,
    created_by: text,
    started_at: nullableField(instant),
    ended_at: nullableField(instant),
  },
  constraints: [
    `CHECK (state IN ('queued', 'running', 'finished', 'cancelled', 'interrupted', 'failed'))`,
    'FOREIGN KEY (repeat_of) REFERENCES discovery_run (id) ON DELETE SET NULL',
  ],
  indexes: ['CREATE INDEX discovery_run_customer ON discovery_run (customer_id, id)'],
});

/** Devices that a run has found. */
export const discoveryFound = relation({
  name: 'discovery_found',
  columns: { run_id: references(integer, 'discovery_run'), address: text, found: json<FoundDevice>() },
  constraints: ['PRIMARY KEY (run_id, address)'],
});

/** Changes that a run proposes for the inventory. */
export const discoveryProposal = relation({
  name: 'discovery_proposal',
  columns: {
    id: key,
    run_id: references(integer, 'discovery_run'),
    customer_id: references(integer, 'customer'),
    change: word<'added' | 'changed' | 'vanished'>(),
    kind: word<ProposalKind>(),
    name: text,
    /** The element; of an addition, the created element after acceptance. Of an address its device. */
    element_id: nullableField(integer),
    parent_id: nullableField(integer),
    fields: json<readonly ProposalField[]>(),
    content: json<ProposalContent>(),
    state: withDefault(word<'open' | 'accepted'>(), "'open'"),
    decided_by: nullableField(text),
    decided_at: nullableField(instant),
  },
  constraints: ['FOREIGN KEY (parent_id) REFERENCES discovery_proposal (id) ON DELETE CASCADE'],
  indexes: ['CREATE INDEX discovery_proposal_run ON discovery_proposal (run_id, id)'],
});

/** Identity that a device reports: known for discovered devices. */
export const deviceIdentity = relation({
  name: 'device_identity',
  columns: {
    device_id: sharedKey('device'),
    sys_name: text,
    object_id: text,
    description: text,
    serial: text,
    software: text,
    discovered_at: instant,
  },
});

/** Addresses of a device. */
export const devicePart = relation({
  name: 'device_part',
  columns: {
    device_id: references(integer, 'device'),
    kind: word<PartKind>(),
    key: text,
    fields: json<FoundPart['fields']>(),
  },
  constraints: ['PRIMARY KEY (device_id, kind, key)'],
});

/** Devices that runs probed in vain, since the last run that found them. */
export const deviceMiss = relation({
  name: 'device_miss',
  columns: { device_id: sharedKey('device'), runs: integer, since: instant },
});
