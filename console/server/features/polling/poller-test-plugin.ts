import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { findTestDevices, PollerTestResult, testPoller } from '#schemas/polling/poller-test.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import { findPolledDevices, polledDevice } from './polled-devices.ts';

/** Longer than a test with its last request and retry. */
const TEST_TIMEOUT_MS = 15_000;

export interface PollerTestNeeds {
  readonly inventory: InventoryCache;
  readonly bus: Pick<Bus, 'request'>;
}

/** Tests of pollers on devices. They run in a poller process: the server itself reaches no device. */
export function pollerTestPlugin(app: FastifyInstance, { inventory, bus }: PollerTestNeeds): void {
  serve(app, findTestDevices, ({ caller, query }) => ({
    devices: findPolledDevices(caller, inventory.current, query.q),
  }));
  serve(app, testPoller, async ({ caller, body }) => {
    if (polledDevice(caller, inventory.current, body.device) === undefined)
      throw new ProblemError('NOT_FOUND');
    try {
      const reply = await bus.request(subjects.pollerTest, JSON.stringify(body), TEST_TIMEOUT_MS);
      return PollerTestResult.parse(JSON.parse(new TextDecoder().decode(reply)));
    } catch (cause) {
      throw new ProblemError('UNAVAILABLE', { params: { tier: 'poller' }, cause });
    }
  });
}
