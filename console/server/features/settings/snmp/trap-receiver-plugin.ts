import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  createTrapReceiver,
  deleteTrapReceiver,
  listTrapDeliveries,
  listTrapHealth,
  listTrapReceivers,
  testTrapReceiver,
  updateTrapReceiver,
} from '#schemas/settings/snmp/routes.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { readDeliveries, readLastDeliveries } from '../../../shared/notification/read-deliveries.ts';
import { rejectRestricted } from '../../../shared/notification/reject-restricted.ts';
import { readTargetHealth } from '../../../shared/notification/read-target-health.ts';
import { readFilterChoices } from '../../../shared/notification/target-filter.ts';
import { testDelivery } from '../../../shared/notification/test-delivery.ts';
import { completeReceiver, trapReceiverView } from './complete-receiver.ts';
import type { TrapReceiverRepository } from './trap-receiver-repository.ts';

export interface TrapReceiverNeeds {
  readonly receivers: TrapReceiverRepository;
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

/** The receivers of traps, in the SNMP tab of the platform settings. */
export function trapReceiverPlugin(app: FastifyInstance, needs: TrapReceiverNeeds): void {
  const { receivers, db, bus } = needs;
  const announce = (): void => {
    bus.publish(subjects.config('notification'), '{}');
  };

  serve(app, listTrapReceivers, async ({ caller }) => {
    const listed = (await receivers.list()).map(trapReceiverView);
    const last = await readLastDeliveries({ db, caller }, 'trap', listed);
    return {
      ...(await readFilterChoices(db, caller)),
      receivers: listed.map((one) => ({ ...one, lastDelivery: last.get(one.id) ?? null })),
      engines: await receivers.readSenderEngines(),
    };
  });
  serve(app, createTrapReceiver, async ({ body, ...actor }) => {
    rejectRestricted(body, actor.caller);
    const id = await receivers.create(completeReceiver(body, undefined), actor);
    announce();
    return { id };
  });
  serve(app, updateTrapReceiver, async ({ params, body, ...actor }) => {
    rejectRestricted(body, actor.caller);
    await receivers.update(params.id, (stored) => completeReceiver(body, stored), actor);
    announce();
    return {};
  });
  serve(app, deleteTrapReceiver, async ({ params, ...actor }) => {
    await receivers.delete(params.id, actor);
    announce();
    return {};
  });
  serve(app, testTrapReceiver, async ({ body: { receiver, id } }) => {
    const stored = id === undefined ? undefined : await receivers.find(id);
    const complete = completeReceiver(receiver, stored, 'body.receiver');
    return testDelivery(needs, { kind: 'trap', receiver: complete });
  });
  serve(app, listTrapDeliveries, async ({ params: { id }, caller }) => ({
    deliveries: await readDeliveries({ db, caller }, { kind: 'trap', target: id }),
  }));
  serve(app, listTrapHealth, async ({ caller }) => ({
    targets: await readTargetHealth({ ...needs, caller }, 'trap'),
  }));
}
