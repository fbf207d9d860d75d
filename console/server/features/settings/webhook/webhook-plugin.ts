import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  addWebhook,
  readWebhookDeliveries,
  readWebhooks,
  removeWebhook,
  saveWebhook,
  testWebhook,
} from '#schemas/settings/webhook/routes.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { lastDeliveries, readDeliveries } from '../../../shared/notification/read-deliveries.ts';
import { testDelivery } from '../../../shared/notification/test-delivery.ts';
import { completeWebhook } from './complete-webhook.ts';
import { viewOf, WebhookRepository } from './webhook-repository.ts';

export interface WebhookNeeds {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

/** The webhooks tab of the platform settings. */
export function webhookPlugin(app: FastifyInstance, needs: WebhookNeeds): void {
  const webhooks = new WebhookRepository(needs);
  const announce = (): void => {
    needs.bus.publish(subjects.config('notification'), '{}');
  };
  serve(app, readWebhooks, async () => {
    const listed = (await webhooks.list()).map(viewOf);
    const last = await lastDeliveries(needs.db, 'webhook', listed);
    return { webhooks: listed.map((one) => ({ ...one, lastDelivery: last.get(one.id) ?? null })) };
  });
  serve(app, addWebhook, async ({ body }) => {
    const id = await webhooks.add(completeWebhook(body, undefined));
    announce();
    return { id };
  });
  serve(app, saveWebhook, async ({ params, body }) => {
    const stored = await webhooks.find(params.id);
    if (stored === undefined) throw new ProblemError('NOT_FOUND');
    await webhooks.save(params.id, completeWebhook(body, stored), stored.enabled);
    announce();
    return {};
  });
  serve(app, removeWebhook, async ({ params }) => {
    if (!(await webhooks.remove(params.id))) throw new ProblemError('NOT_FOUND');
    announce();
    return {};
  });
  serve(app, testWebhook, async ({ body: { webhook, id } }) => {
    const stored = id === undefined ? undefined : await webhooks.find(id);
    const complete = completeWebhook(webhook, stored, 'body.webhook');
    return testDelivery(needs, { kind: 'webhook', webhook: complete });
  });
  serve(app, readWebhookDeliveries, async ({ params: { id } }) => ({
    deliveries: await readDeliveries(needs.db, { kind: 'webhook', target: id }),
  }));
}
