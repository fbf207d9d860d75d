import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  completeFilterValue,
  completeFilterValueAcross,
  exploreFlows,
  exploreFlowsAcross,
} from '#schemas/explore/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { serve } from '../../kernel/route/serve.ts';
import { untilClosed } from '../../kernel/route/until-closed.ts';
import { ExploreReader, type ExploreReaderNeeds } from './explore-reader.ts';
import { filterValues } from './filter-values.ts';

const acrossOf = (caller: Caller, reply: FastifyReply) => ({
  caller,
  customers: [...caller.customers.keys()],
  signal: untilClosed(reply),
});

/** Flows by dimensions, of one customer and of all that the caller sees. */
export function explorePlugin(app: FastifyInstance, needs: ExploreReaderNeeds): void {
  const reader = new ExploreReader(needs);
  serve(app, exploreFlows, ({ caller, params: { customerId: customer }, body, reply }) =>
    reader.read({ caller, customers: [customer], signal: untilClosed(reply) }, body),
  );
  serve(app, exploreFlowsAcross, ({ caller, body, reply }) => reader.read(acrossOf(caller, reply), body));
  serve(app, completeFilterValue, ({ caller, params: { customerId: customer }, query, reply }) =>
    filterValues(needs, { caller, customers: [customer], signal: untilClosed(reply) }, query),
  );
  serve(app, completeFilterValueAcross, ({ caller, query, reply }) =>
    filterValues(needs, acrossOf(caller, reply), query),
  );
}
