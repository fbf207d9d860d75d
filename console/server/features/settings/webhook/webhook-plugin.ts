import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  deleteWebhook,
  updateWebhook,
  testWebhook,
} from '#schemas/settings/webhook/routes.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { lastDeliveries, readDeliveries } from '../../../shared/notification/read-deliveries.ts';
import { refuseRestricted } from '../../../shared/notification/refuse-restricted.ts';
import { testDelivery } from '../../../shared/notification/test-delivery.ts';
import { completeWebhook } from './complete-webhook.ts';
import { viewOf, webhookTable } from './webhook-table.ts';

export interface WebhookNeeds {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

/** The webhooks tab of the platform settings. */
export function webhookPlugin(app: FastifyInstance, needs: WebhookNeeds): void {
  const webhooks = webhookTable(needs);
  const announce = (): void => {
    needs.bus.publish(subjects.config('notification'), '{}');
  };
  serve(app, listWebhooks, async ({ caller }) => {
    const listed = (await webhooks.list()).map(viewOf);
    const last = await lastDeliveries({ db: needs.db, caller }, 'webhook', listed);
    return { webhooks: listed.map((one) => ({ ...one, lastDelivery: last.get(one.id) ?? null })) };
  });
  serve(app, createWebhook, async ({ body, caller, audit }) => {
    refuseRestricted(body, caller);
    const id = await webhooks.add(completeWebhook(body, undefined), audit);
    announce();
    return { id };
  });
  serve(app, updateWebhook, async ({ params, body, caller, audit }) => {
    refuseRestricted(body, caller);
    await webhooks.save(params.id, (stored) => completeWebhook(body, stored), audit);
    announce();
    return {};
  });
  serve(app, deleteWebhook, async ({ params, audit }) => {
    await webhooks.remove(params.id, audit);
    announce();
    return {};
  });
  serve(app, testWebhook, async ({ body: { webhook, id } }) => {
    const stored = id === undefined ? undefined : await webhooks.find(id);
    const complete = completeWebhook(webhook, stored, 'body.webhook');
    return testDelivery(needs, { kind: 'webhook', webhook: complete });
  });
  serve(app, listWebhookDeliveries, async ({ params: { id }, caller }) => ({
    deliveries: await readDeliveries({ db: needs.db, caller }, { kind: 'webhook', target: id }),
  }));
}
