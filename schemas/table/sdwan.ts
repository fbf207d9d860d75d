import type { Fault } from '../problem/fault.ts';
import type { ProposedElement } from '../sdwan/proposal.ts';
import type { SdwanKind } from '../sdwan/kind.ts';
import type { ConnectivityState, SynchroniseState } from '../sdwan/server.ts';
import {
  flag,
  instant,
  integer,
  json,
  key,
  nullableField,
  references,
  relation,
  text,
  uniqueIgnoringCase,
  withDefault,
} from './relation.ts';
import type { Field } from './relation.ts';

const word = <Word extends string>() => text as Field<Word>;
/** Why something failed, without a language. */
const fault = nullableField(json<Pick<Fault, 'code' | 'params'>>());

/** An SD-WAN manager with its password, sealed, and what is known of its state. */
export const sdwanServer = relation({
  name: 'sdwan_server',
  columns: {
    id: key,
    name: text,
    kind: word<SdwanKind>(),
    url: text,
    login: text,
    password: text,
    organization: text,
    elastic_url: text,
    vsd_name: text,
    adom: text,
    vdom: text,
    is_multi_tenant: flag,
    customer_id: nullableField(references(integer, 'customer')),
    client_id: text,
    verify_tls: flag,
    recipient_id: withDefault(integer, '1'),
    suspend_provisioning: flag,
    suspend_collect: flag,
    connectivity: withDefault(word<ConnectivityState>(), "'not tried'"),
    connectivity_at: nullableField(instant),
    answer_ms: nullableField(integer),
    connectivity_fault: fault,
    collected_at: nullableField(instant),
    /** Start of the interval that was last collected, or tried. */
    collect_slot: nullableField(instant),
    synchronise_state: withDefault(word<SynchroniseState>(), "'never'"),
    synchronised_at: nullableField(instant),
    synchronise_fault: fault,
    version: withDefault(integer, '1'),
  },
  constraints: [
    `CHECK (kind IN ('vmanage', 'nuage', 'fortinet'))`,
    `CHECK (connectivity IN ('available', 'ok with lag', 'unavailable', 'not tried'))`,
    `CHECK (synchronise_state IN ('never', 'requested', 'running', 'done', 'failed'))`,
    'CHECK (is_multi_tenant = (customer_id IS NULL))',
  ],
  indexes: [uniqueIgnoringCase('sdwan_server', 'name')],
});

/** Changes to the inventory that the last synchronisation of a manager proposes. */
export const sdwanProposal = relation({
  name: 'sdwan_proposal',
  columns: {
    id: key,
    server_id: references(integer, 'sdwan_server'),
    customer_id: references(integer, 'customer'),
    change: word<'added' | 'changed' | 'vanished'>(),
    kind: word<'device' | 'tunnel'>(),
    device: text,
    name: text,
    /** The element that has vanished. */
    element_id: nullableField(integer),
    content: json<ProposedElement>(),
  },
  indexes: ['CREATE INDEX sdwan_proposal_server ON sdwan_proposal (server_id, id)'],
});
