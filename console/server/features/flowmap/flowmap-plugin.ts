import type { FastifyInstance } from 'fastify';
import { readFlowMap, readFlowMapPair, readLiveFlowMap } from '#schemas/flowmap/routes.ts';
import { untilClosed } from '../../kernel/route/until-closed.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { FlowMapReader } from './flow-map-reader.ts';

/** Traffic between the sites of a customer. */
export function flowmapPlugin(app: FastifyInstance, reader: FlowMapReader): void {
  serve(app, readFlowMap, ({ params: { customerId: customer }, body, caller, reply }) =>
    reader.period({ caller, customer, signal: untilClosed(reply) }, body),
  );
  serve(app, readLiveFlowMap, ({ params: { customerId: customer }, body, caller, reply }) =>
    reader.live({ caller, customer, signal: untilClosed(reply) }, body),
  );
  serve(app, readFlowMapPair, ({ params: { customerId: customer }, body, caller, reply }) =>
    reader.pair({ caller, customer, signal: untilClosed(reply) }, body),
  );
}
