import type { FastifyInstance } from 'fastify';
import { listElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { serve } from '#server/kernel/route/serve.ts';
import { ElementMarkReader } from './element-mark-reader.ts';
import type { ElementMarkNeeds } from './element-mark-reader.ts';

/** Marks of charts. */
export function elementMarkPlugin(app: FastifyInstance, needs: ElementMarkNeeds): void {
  const marks = new ElementMarkReader(needs);
  serve(app, listElementMarks, ({ params, caller, body }) => marks.read(caller, params.customerId, body));
}
