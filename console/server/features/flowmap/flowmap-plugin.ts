import type { FastifyInstance } from 'fastify';
import {
  listFlowMapChoices,
  readFlowMap,
  readFlowMapLinks,
  readFlowMapPair,
  readLiveFlowMap,
} from '#schemas/flowmap/routes.ts';
import { untilClosed } from '../../kernel/route/until-closed.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { flowMapChoices } from './flow-map-choices.ts';
import type { LinkReader } from './link-reader.ts';
import type { FlowMapReader } from './flow-map-reader.ts';

/** Traffic between the sites of a customer. */
export function flowmapPlugin(
  app: FastifyInstance,
  {
    reader,
    links,
    inventory,
  }: {
    readonly links: LinkReader;
    readonly reader: FlowMapReader;
    readonly inventory: { readonly current: Inventory };
  },
): void {
  serve(app, readFlowMap, ({ params: { customerId: customer }, body, caller, reply }) =>
    reader.period({ caller, customer, signal: untilClosed(reply) }, body),
  );
  serve(app, readLiveFlowMap, ({ params: { customerId: customer }, body, caller, reply }) =>
    reader.live({ caller, customer, signal: untilClosed(reply) }, body),
  );
  serve(app, readFlowMapLinks, ({ params: { customerId: customer }, body, caller, reply }) =>
    links.read({ caller, customer, signal: untilClosed(reply) }, body),
  );
  serve(app, listFlowMapChoices, ({ params: { customerId }, body, caller }) =>
    flowMapChoices(inventory.current, { caller, customer: customerId }, body),
  );
  serve(app, readFlowMapPair, ({ params: { customerId: customer }, body, caller, reply }) =>
    reader.pair({ caller, customer, signal: untilClosed(reply) }, body),
  );
}
