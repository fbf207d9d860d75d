import type { WebhookService, NamedService } from './webhook-service.ts';
interface ServiceFacts {
  readonly name: string;
  /** Address of its interface, which an administrator may replace by that of another region; empty: the secret is the address. */
  readonly address: string;
  /** Form of its secret: a token, a key or an address. */
  readonly secret: RegExp;
  /** Messages go to a channel or chat that is named. */
  readonly usesChannel: boolean;
  /** Keeps the state of each alarm, so that it gets every event by itself, also in a storm. */
  readonly keepsState: boolean;
}

export const services = {
  /** https://docs.slack.dev/reference/methods/chat.postMessage */
  slack: {
    name: 'Slack',
    address: 'https://slack.com/api',
    secret: /^xox[a-z]-[\w-]{1,400}$/,
    usesChannel: true,
    keepsState: false,
  },
  /** https://learn.microsoft.com/power-automate/teams/send-a-message-in-teams: the address contains its signature. */
  teams: {
    name: 'Microsoft Teams',
    address: '',
    secret: /^https:\/\/[^\s/?#@{}]+\/[^\s{}]*$/,
    usesChannel: false,
    keepsState: false,
  },
  /** https://developer.pagerduty.com/docs/events-api-v2 */
  pagerduty: {
    name: 'PagerDuty',
    address: 'https://events.pagerduty.com',
    secret: /^[A-Za-z0-9]{32}$/,
    usesChannel: false,
    keepsState: true,
  },
  /** https://docs.opsgenie.com/docs/alert-api */
  opsgenie: {
    name: 'Opsgenie',
    address: 'https://api.opsgenie.com',
    secret: /^[\w-]{8,100}$/,
    usesChannel: false,
    keepsState: true,
  },
  /** https://core.telegram.org/bots/api#sendmessage */
  telegram: {
    name: 'Telegram',
    address: 'https://api.telegram.org',
    secret: /^\d{1,20}:[\w-]{1,100}$/,
    usesChannel: true,
    keepsState: false,
  },
} as const satisfies Record<NamedService, ServiceFacts>;

/** Seal purpose of tokens and keys of services. */
export const SERVICE_SECRET = 'webhook secret';

/** Whether each event reaches the webhook by itself, also in a storm. */
export const getsEveryEvent = (service: WebhookService): boolean =>
  service !== 'custom' && services[service].keepsState;
