import { listAnnotations } from '#schemas/annotation/routes.ts';
import { noAlerts } from '#schemas/alerting/counts.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { listElementMarks, type ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { readMonitoring } from '#schemas/alerting/monitoring/routes.ts';
import { readAlerts } from '#schemas/alerting/routes.ts';
import { listPollingStates } from '#schemas/collector/polling-state.ts';
import type { DataLine, DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequest } from '#schemas/data/data-request.ts';
import { readData } from '#schemas/data/routes.ts';
import type { ExploreResult, ExploreValues } from '#schemas/explore/explore.ts';
import { exploreFlows } from '#schemas/explore/routes.ts';
import { listElementNotes } from '#schemas/inventory/change/note-routes.ts';
import { readFlowMap, readFlowMapLinks } from '#schemas/flowmap/routes.ts';
import { listElementActions, listMarkedChanges } from '#schemas/inventory/change/action-routes.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import {
  listElementDocuments,
  listInventory,
  type InventoryElement,
} from '#schemas/inventory/list/routes.ts';
import { problemOf } from '#schemas/problem/problem.ts';
import { listDeviceSdwanAlarms } from '#schemas/sdwan/routes.ts';
import { now } from '#web/lib/clock.ts';
import { lines, reply, type Reply } from '#web/testing/replies.ts';
import { aResult } from '../../../dashboard/testing/documents.ts';

export interface ElementReplies {
  readonly alarms?: readonly AlarmRow[];
  readonly marks?: Partial<ElementMarks>;
  readonly parts?: Readonly<Partial<Record<InventoryKind, readonly InventoryElement[]>>>;
  /** Undefined: nothing has a value. */
  readonly result?: ((request: DataRequest) => DataResult | undefined) | undefined;
}

const nothing = (id: string): DataLine => ({ state: 'error', id, problem: problemOf('DASHLET_NO_DATA') });

/** Results by a function of requests, as a call for the values of a page returns them. */
export const valueReply = (result: (request: DataRequest) => DataResult | undefined = aResult): Reply =>
  reply(readData, ({ body }) =>
    lines(
      readData,
      ...body.requests.map((request): DataLine => {
        const found = result(request);
        return found === undefined ? nothing(request.id) : { state: 'ready', id: request.id, result: found };
      }),
      { state: 'end' },
    ),
  );

const noValues: ExploreValues = {
  value: 0,
  sent: null,
  maximum: null,
  p95: null,
  series: [],
  sentSeries: null,
  earlier: null,
  earlierSeries: null,
};

/** Two parts of the traffic of an element: one has a page, the other is outside of every site. */
export const talkerReply: Reply = reply(exploreFlows, ({ body: { dimensions, from, to } }): ExploreResult => {
  const [dimension = 'application'] = dimensions;
  const row = (id: string, name: string | null, value: number) => ({
    ...noValues,
    value,
    key: [{ dimension, id, name, filter: null }],
  });
  return {
    table: 'flows_5m',
    because: { reason: 'coarsest', fields: [] },
    counted: 'site',
    measure: 'bytes',
    from,
    to,
    step: null,
    steps: [],
    rows: [row('443', dimension === 'application' ? 'HTTPS' : 'Paris', 6_000_000), row('0', null, 2_000_000)],
    others: null,
    total: { ...noValues, value: 8_000_000 },
    earlierBy: null,
    filter: '',
    read: { rows: 0, bytes: 0, elapsedMs: 1, queuedMs: 0 },
  };
});

/** What the page of an element requests in addition to the element. */
export const elementReplies = ({
  alarms = [],
  marks,
  parts,
  ...values
}: ElementReplies = {}): readonly Reply[] => [
  valueReply('result' in values ? (values.result ?? (() => undefined)) : aResult),
  reply(listAnnotations, { annotations: [], count: 0 }),
  reply(listMarkedChanges, { changes: [], count: 0 }),
  reply(listElementMarks, { alarms: [], silences: [], definitions: [], isCut: false, ...marks }),
  reply(listInventory, ({ params: { kind } }) => {
    const elements = parts?.[kind] ?? [];
    return { count: elements.length, described: [], elements: [...elements] };
  }),
  talkerReply,
  reply(listElementDocuments, { documents: [], others: 0 }),
  reply(listElementActions, { actions: [], next: null }),
  reply(listElementNotes, { notes: [] }),
  reply(readFlowMap, ({ body: { period } }) => ({
    ...period,
    nodes: [],
    arcs: [],
    isLimited: false,
    kpis: [{ key: 'app_bps', unit: 'bps' as const }],
  })),
  reply(readFlowMapLinks, ({ body: { period } }) => ({ ...period, nodes: [], links: [], isLimited: false })),
  reply(listPollingStates, { devices: [] }),
  reply(listDeviceSdwanAlarms, { alarms: [] }),
  reply(readMonitoring, { customer: null, sites: [] }),
  reply(readAlerts, {
    position: { epoch: 'run 1', seq: 1, at: now() },
    counts: noAlerts,
    sites: [],
    bounds: null,
    alarms: [...alarms],
  }),
];
