import type { FastifyInstance } from 'fastify';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { readQosMapping, readQosTraffic } from '#schemas/qos/mapping-routes.ts';
import { customerQos, providerQos, updateQosBasis } from '#schemas/qos/routes.ts';
import { HOUR_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { withinSites } from '../../kernel/access/within-sites.ts';
import { serve } from '../../kernel/route/serve.ts';
import { classElementsOf } from '../../shared/qos/class-elements.ts';
import type { QosRepository } from './qos-repository.ts';
import { readDscpVolumes } from './qos-queries.ts';
import { mappingOf } from './read-mapping.ts';
import { readClassesInForce } from '../../shared/qos/models-in-force.ts';
import { readTraffic, type SeriesSource } from './read-traffic.ts';

export interface QosNeeds {
  readonly models: QosRepository;
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly clock: Clock;
  readonly inventory: InventoryCache;
  readonly series: SeriesSource;
}

function serveProvider(app: FastifyInstance, { models }: QosNeeds): void {
  const routes = providerQos;
  const customer = null;
  serve(app, routes.read, ({ caller }) => models.read({ caller, customer }));
  serve(app, routes.create, ({ body, caller, audit }) => models.create(body, { caller, audit, customer }));
  serve(app, routes.update, ({ params, body, caller, audit }) =>
    models.update(params.qosClass, body, { caller, audit, customer }),
  );
  serve(app, routes.delete, ({ params, query, caller, audit }) =>
    models.delete(params.qosClass, query.version, { caller, audit, customer }),
  );
  serve(app, routes.reorder, ({ body, caller, audit }) => models.reorder(body, { caller, audit, customer }));
}

function serveCustomers(app: FastifyInstance, { models }: QosNeeds): void {
  const routes = customerQos;
  serve(app, routes.read, ({ params, caller }) => models.read({ caller, customer: params.customerId }));
  serve(app, routes.create, ({ params, body, caller, audit }) =>
    models.create(body, { caller, audit, customer: params.customerId }),
  );
  serve(app, routes.update, ({ params, body, caller, audit }) =>
    models.update(params.qosClass, body, { caller, audit, customer: params.customerId }),
  );
  serve(app, routes.delete, ({ params, query, caller, audit }) =>
    models.delete(params.qosClass, query.version, { caller, audit, customer: params.customerId }),
  );
  serve(app, routes.reorder, ({ params, body, caller, audit }) =>
    models.reorder(body, { caller, audit, customer: params.customerId }),
  );
  serve(app, updateQosBasis, ({ params, body, caller, audit }) =>
    models.updateBasis(body, { caller, audit, customer: params.customerId }),
  );
}

function serveMapping(app: FastifyInstance, { db, clickhouse, clock, inventory, series }: QosNeeds): void {
  serve(app, readQosMapping, async ({ params: { customerId: customer }, caller }) => {
    const to = Math.floor(clock.now().getTime() / SECOND_MS);
    const from = to - HOUR_MS / SECOND_MS;
    const sites = withinSites(caller, customer, undefined);
    const [classes, volumes] = await Promise.all([
      readClassesInForce(db, customer),
      readDscpVolumes(clickhouse, { customer, sites, from, to }),
    ]);
    const elements = classElementsOf(inventory.current, caller, customer);
    return { from: from * SECOND_MS, to: to * SECOND_MS, ...mappingOf(classes, elements, volumes) };
  });
  serve(app, readQosTraffic, async ({ params: { customerId: customer }, query, caller }) =>
    readTraffic({
      caller,
      customer,
      source: series,
      nowMs: clock.now().getTime(),
      classes: await readClassesInForce(db, customer),
      elements: classElementsOf(inventory.current, caller, customer).filter(
        ({ direction }) => direction === query.direction,
      ),
    }),
  );
}

/** Models of classes of service, and what they match. */
export function qosPlugin(app: FastifyInstance, needs: QosNeeds): void {
  serveProvider(app, needs);
  serveCustomers(app, needs);
  serveMapping(app, needs);
}
