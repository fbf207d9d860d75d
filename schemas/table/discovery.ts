import type { FoundDevice, FoundPart, PartKind } from '../discovery/found.ts';
import type { ProposalContent, ProposalField, ProposalKind } from '../discovery/proposal.ts';
import type { DiscoveryRequest } from '../discovery/request.ts';
import type { DiscoveryProgress, DiscoveryState } from '../discovery/run.ts';
import {
  byDefault,
  flag,
  instant,
  integer,
  json,
  key,
  orNull,
  references,
  relation,
  sharedKey,
  text,
} from './relation.ts';
import type { Field } from './relation.ts';

const word = <Word extends string>() => text as Field<Word>;

/** A run of the discovery: the queue of what is to be done, and what became of it. */
export const discoveryRun = relation({
  name: 'discovery_run',
  columns: {
    id: key,
    customer_id: references(integer, 'customer'),
    site_id: references(integer, 'site'),
    state: byDefault(word<DiscoveryState>(), "'queued'"),
    /** With the credentials: sealed, and never shown. */
    request: json<DiscoveryRequest>(),
    progress: json<DiscoveryProgress>(),
    /** Addresses before this place are done with: where another process goes on. */
    next_address: byDefault(integer, '0'),
    /** The process that works on it, and when it was last heard of. */
    worker: orNull(text),
    heartbeat_at: orNull(instant),
    /** How often a process has begun with it. */
    attempts: byDefault(integer, '0'),
    cancel_requested: byDefault(flag, 'false'),
    repeat_of: orNull(integer),
    fault: orNull(text),
    created_at: instant,
    created_by: text,
    started_at: orNull(instant),
    ended_at: orNull(instant),
  },
  constraints: [
    `CHECK (state IN ('queued', 'running', 'finished', 'cancelled', 'interrupted', 'failed'))`,
    'FOREIGN KEY (repeat_of) REFERENCES discovery_run (id) ON DELETE SET NULL',
  ],
  indexes: ['CREATE INDEX discovery_run_customer ON discovery_run (customer_id, id)'],
});

/** What a run has found so far. */
export const discoveryFound = relation({
  name: 'discovery_found',
  columns: { run_id: references(integer, 'discovery_run'), address: text, found: json<FoundDevice>() },
  constraints: ['PRIMARY KEY (run_id, address)'],
});

/** What a run proposes for the inventory. */
export const discoveryProposal = relation({
  name: 'discovery_proposal',
  columns: {
    id: key,
    run_id: references(integer, 'discovery_run'),
    customer_id: references(integer, 'customer'),
    change: word<'added' | 'changed' | 'vanished'>(),
    kind: word<ProposalKind>(),
    name: text,
    /** The element; that of something new once it was accepted. Of an address its device. */
    element_id: orNull(integer),
    parent_id: orNull(integer),
    fields: json<readonly ProposalField[]>(),
    content: json<ProposalContent>(),
    state: byDefault(word<'open' | 'accepted'>(), "'open'"),
    decided_by: orNull(text),
    decided_at: orNull(instant),
  },
  constraints: ['FOREIGN KEY (parent_id) REFERENCES discovery_proposal (id) ON DELETE CASCADE'],
  indexes: ['CREATE INDEX discovery_proposal_run ON discovery_proposal (run_id, id)'],
});

/** What a device says of itself: known of those that a discovery found. */
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
