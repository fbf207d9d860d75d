import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhookHealth,
  listWebhooks,
  testWebhook,
  updateWebhook,
} from '#schemas/settings/webhook/routes.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { readDeliveries, readLastDeliveries } from '../../../shared/notification/read-deliveries.ts';
import { rejectRestricted } from '../../../shared/notification/reject-restricted.ts';
import { readTargetHealth } from '../../../shared/notification/read-target-health.ts';
import { readFilterChoices } from '../../../shared/notification/target-filter.ts';
import { testDelivery } from '../../../shared/notification/test-delivery.ts';
import { completeWebhook } from './complete-webhook.ts';
import { webhookView, type WebhookRepository } from './webhook-repository.ts';

export interface WebhookPluginNeeds {
  readonly webhooks: WebhookRepository;
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

/** The webhooks tab of the platform settings. */
export function webhookPlugin(app: FastifyInstance, needs: WebhookPluginNeeds): void {
  const { webhooks, db, bus } = needs;
  const announce = (): void => {
    bus.publish(subjects.config('notification'), '{}');
  };

  serve(app, listWebhooks, async ({ caller }) => {
    const listed = (await webhooks.list()).map(webhookView);
    const last = await readLastDeliveries({ db, caller }, 'webhook', listed);
    return {
      ...(await readFilterChoices(db, caller)),
      webhooks: listed.map((one) => ({ ...one, lastDelivery: last.get(one.id) ?? null })),
    };
  });
  serve(app, createWebhook, async ({ body, ...actor }) => {
    rejectRestricted(body, actor.caller);
    const id = await webhooks.create(completeWebhook(body, undefined), actor);
    announce();
    return { id };
  });
  serve(app, updateWebhook, async ({ params, body, ...actor }) => {
    rejectRestricted(body, actor.caller);
    await webhooks.update(params.id, (stored) => completeWebhook(body, stored), actor);
    announce();
    return {};
  });
  serve(app, deleteWebhook, async ({ params, ...actor }) => {
    await webhooks.delete(params.id, actor);
    announce();
    return {};
  });
  serve(app, testWebhook, async ({ body: { webhook, id } }) => {
    const stored = id === undefined ? undefined : await webhooks.find(id);
    const complete = completeWebhook(webhook, stored, 'body.webhook');
    return testDelivery(needs, { kind: 'webhook', webhook: complete });
  });
  serve(app, listWebhookDeliveries, async ({ params: { id }, caller }) => ({
    deliveries: await readDeliveries({ db, caller }, { kind: 'webhook', target: id }),
  }));
  serve(app, listWebhookHealth, async ({ caller }) => ({
    targets: await readTargetHealth({ ...needs, caller }, 'webhook'),
  }));
}
