import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  addTrapReceiver,
  readTrapDeliveries,
  readTrapReceivers,
  removeTrapReceiver,
  saveTrapReceiver,
  testTrapReceiver,
} from '#schemas/settings/snmp/routes.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { lastDeliveries, readDeliveries } from '../../../shared/notification/read-deliveries.ts';
import { testDelivery } from '../../../shared/notification/test-delivery.ts';
import { completeReceiver, viewOf } from './complete-receiver.ts';
import { TrapReceiverRepository } from './trap-receiver-repository.ts';

export interface TrapReceiverNeeds {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

/** The receivers of traps in the SNMP tab of the platform settings. */
export function trapReceiverPlugin(app: FastifyInstance, needs: TrapReceiverNeeds): void {
  const receivers = new TrapReceiverRepository(needs);
  const announce = (): void => {
    needs.bus.publish(subjects.config('notification'), '{}');
  };
  serve(app, readTrapReceivers, async () => {
    const listed = (await receivers.list()).map(viewOf);
    const last = await lastDeliveries(needs.db, 'trap', listed);
    return {
      receivers: listed.map((one) => ({ ...one, lastDelivery: last.get(one.id) ?? null })),
      engines: await receivers.engines(),
    };
  });
  serve(app, addTrapReceiver, async ({ body }) => {
    const id = await receivers.add(completeReceiver(body, undefined));
    announce();
    return { id };
  });
  serve(app, saveTrapReceiver, async ({ params, body }) => {
    const stored = await receivers.find(params.id);
    if (stored === undefined) throw new ProblemError('NOT_FOUND');
    await receivers.save(params.id, completeReceiver(body, stored), stored.enabled);
    announce();
    return {};
  });
  serve(app, removeTrapReceiver, async ({ params }) => {
    if (!(await receivers.remove(params.id))) throw new ProblemError('NOT_FOUND');
    announce();
    return {};
  });
  serve(app, testTrapReceiver, async ({ body: { receiver, id } }) => {
    const stored = id === undefined ? undefined : await receivers.find(id);
    const complete = completeReceiver(receiver, stored, 'body.receiver');
    return testDelivery(needs, { kind: 'trap', receiver: complete });
  });
  serve(app, readTrapDeliveries, async ({ params: { id } }) => ({
    deliveries: await readDeliveries(needs.db, { kind: 'trap', target: id }),
  }));
}
