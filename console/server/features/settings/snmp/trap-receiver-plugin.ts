import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  createTrapReceiver,
  listTrapDeliveries,
  listTrapReceivers,
  deleteTrapReceiver,
  updateTrapReceiver,
  testTrapReceiver,
} from '#schemas/settings/snmp/routes.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { lastDeliveries, readDeliveries } from '../../../shared/notification/read-deliveries.ts';
import { refuseRestricted } from '../../../shared/notification/refuse-restricted.ts';
import { testDelivery } from '../../../shared/notification/test-delivery.ts';
import { completeReceiver, viewOf } from './complete-receiver.ts';
import { senderEngines, trapReceiverTable } from './trap-receiver-table.ts';

export interface TrapReceiverNeeds {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

/** The receivers of traps in the SNMP tab of the platform settings. */
export function trapReceiverPlugin(app: FastifyInstance, needs: TrapReceiverNeeds): void {
  const receivers = trapReceiverTable(needs);
  const announce = (): void => {
    needs.bus.publish(subjects.config('notification'), '{}');
  };
  serve(app, listTrapReceivers, async ({ caller }) => {
    const listed = (await receivers.list()).map(viewOf);
    const last = await lastDeliveries({ db: needs.db, caller }, 'trap', listed);
    return {
      receivers: listed.map((one) => ({ ...one, lastDelivery: last.get(one.id) ?? null })),
      engines: await senderEngines(needs.db),
    };
  });
  serve(app, createTrapReceiver, async ({ body, caller, audit }) => {
    refuseRestricted(body, caller);
    const id = await receivers.add(completeReceiver(body, undefined), audit);
    announce();
    return { id };
  });
  serve(app, updateTrapReceiver, async ({ params, body, caller, audit }) => {
    refuseRestricted(body, caller);
    await receivers.save(params.id, (stored) => completeReceiver(body, stored), audit);
    announce();
    return {};
  });
  serve(app, deleteTrapReceiver, async ({ params, audit }) => {
    await receivers.remove(params.id, audit);
    announce();
    return {};
  });
  serve(app, testTrapReceiver, async ({ body: { receiver, id } }) => {
    const stored = id === undefined ? undefined : await receivers.find(id);
    const complete = completeReceiver(receiver, stored, 'body.receiver');
    return testDelivery(needs, { kind: 'trap', receiver: complete });
  });
  serve(app, listTrapDeliveries, async ({ params: { id }, caller }) => ({
    deliveries: await readDeliveries({ db: needs.db, caller }, { kind: 'trap', target: id }),
  }));
}
