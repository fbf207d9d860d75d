import { z } from 'zod';

/** What a webhook speaks: its own payload, or the documented interface of a service. */
export const WebhookService = z.enum(['custom', 'slack', 'teams', 'pagerduty', 'opsgenie', 'telegram']);
export type WebhookService = z.infer<typeof WebhookService>;

/** A service known by name. */
export type NamedService = Exclude<WebhookService, 'custom'>;
