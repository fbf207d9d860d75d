import type { FastifyInstance } from 'fastify';
import { runCooperatively, type Steps } from '#platform/clock/steps.ts';
import {
  listTrafficAcross,
  listUnmappedAcross,
  type TrafficPage,
  type TrafficQuery,
  type UnmappedPage,
  type UnmappedQuery,
} from '#schemas/qos/across-routes.ts';
import { foldForSearch } from '#schemas/search/fold.ts';
import { HOUR_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { serve } from '../../kernel/route/serve.ts';
import { classElementsByCustomer } from '../../shared/qos/class-elements.ts';
import type { QosNeeds } from './qos-plugin.ts';
import { readDscpVolumesAcross } from './qos-queries.ts';
import { readModelsInForce } from '../../shared/qos/models-in-force.ts';
import { readTraffic, trafficFrame } from './read-traffic.ts';
import { pageOfUnmapped, unmappedOf, type CustomerNetwork } from './unmapped-across.ts';

/** The server responds to others while all customers are compared. */
const SLICE_MS = 10;
const neverAborted = new AbortController().signal;

const inSteps = async <Value>({ clock }: Pick<QosNeeds, 'clock'>, steps: Steps<Value>): Promise<Value> =>
  (await runCooperatively(steps, { clock, signal: neverAborted, sliceMs: SLICE_MS })) as Value;

async function readUnmapped(needs: QosNeeds, caller: Caller, request: UnmappedQuery): Promise<UnmappedPage> {
  const { db, clickhouse, clock, inventory } = needs;
  const customers = [...caller.customers.keys()];
  const to = Math.floor(clock.now().getTime() / SECOND_MS);
  const from = to - HOUR_MS / SECOND_MS;
  const [{ models }, volumes, elements] = await Promise.all([
    readModelsInForce(db, customers),
    readDscpVolumesAcross(clickhouse, { customers, sites: caller.sites, from, to }),
    inSteps(needs, classElementsByCustomer(inventory.current, caller, new Set(customers))),
  ]);
  const networks = [...caller.customers.values()].flatMap(({ id, name }): CustomerNetwork[] => {
    const model = models.get(id);
    return model === undefined
      ? []
      : [{ id, name, model, elements: elements.get(id) ?? [], volumes: volumes.get(id) ?? [] }];
  });
  const rows = await inSteps(needs, unmappedOf(networks));
  const sum = (list: readonly { readonly bytes: number }[]): number =>
    list.reduce((total, { bytes }) => total + bytes, 0);
  return {
    from: from * SECOND_MS,
    to: to * SECOND_MS,
    ...(await inSteps(needs, pageOfUnmapped(rows, request))),
    customers: customers.length,
    concerned: new Set(rows.map(({ customer }) => customer.id)).size,
    bytes: sum([...volumes.values()].flat()),
    unmappedBytes: sum(rows),
  };
}

async function readTrafficPage(
  needs: QosNeeds,
  caller: Caller,
  { direction, q, from, count }: TrafficQuery,
): Promise<TrafficPage> {
  const { db, clock, inventory, series: source } = needs;
  const term = foldForSearch(q);
  const customers = [...caller.customers.values()].filter(({ name }) => foldForSearch(name).includes(term));
  const ids = new Set(customers.map(({ id }) => id));
  const elements = await inSteps(needs, classElementsByCustomer(inventory.current, caller, ids));
  const equipped = customers
    .filter(({ id }) => elements.get(id)?.some((one) => one.direction === direction) === true)
    .toSorted((one, other) => compareNames(one.name, other.name));
  const page = equipped.slice(from, from + count);
  const { models } = await readModelsInForce(
    db,
    page.map(({ id }) => id),
  );
  const nowMs = clock.now().getTime();
  const rows: TrafficPage['rows'] = [];
  // One customer after the other: the store has others to reply to.
  for (const { id, name } of page) {
    const { basis = 'provider', classes = [] } = models.get(id) ?? {};
    const own = (elements.get(id) ?? []).filter((one) => one.direction === direction);
    const traffic = await readTraffic({ caller, customer: id, source, nowMs, classes, elements: own });
    const known = new Map(classes.map((one) => [one.id, one]));
    rows.push({
      customer: { id, name, basis },
      classes: traffic.classes.map((one) => {
        const found = known.get(one.class ?? 0);
        const { name: title = '', colour = 'grey', share = null, owner = 'provider' } = found ?? {};
        return { ...one, of: found === undefined ? null : { name: title, colour, share, owner } };
      }),
    });
  }
  return { ...trafficFrame(nowMs), count: equipped.length, rows };
}

/** What maps to nothing, and traffic by class, of every customer that the caller sees. */
export function qosAcrossPlugin(app: FastifyInstance, needs: QosNeeds): void {
  serve(app, listUnmappedAcross, ({ caller, query }) => readUnmapped(needs, caller, query));
  serve(app, listTrafficAcross, ({ caller, query }) => readTrafficPage(needs, caller, query));
}
