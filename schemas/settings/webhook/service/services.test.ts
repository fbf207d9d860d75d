import { describe, expect, it } from 'vitest';
import { serviceSecrets } from '#tests/fixtures/notification/services/service-documents.ts';
import { serviceDoubles } from '#tests/fixtures/notification/services/service-double.ts';
import type { GroupedNotice, SingleNotice } from '../../../notification/notice.ts';
import type { TargetNotice } from '../../../notification/job.ts';
import { webhookFaults } from '../rules.ts';
import { serviceReading } from './service-reading.ts';
import { serviceMessage } from './service-message.ts';
import { serviceRequests } from './service-requests.ts';
import { WebhookService, type NamedService } from './webhook-service.ts';
import { services } from './service.ts';

const NAMED = WebhookService.options.filter((one) => one !== 'custom');
const AT = Date.UTC(2026, 10, 30, 3, 5);
const channels: Readonly<Record<NamedService, string>> = {
  slack: '#noc',
  teams: '',
  pagerduty: '',
  opsgenie: '',
  telegram: '-1001',
};

const raise: SingleNotice = {
  is: 'single',
  event: '0a',
  edge: 'raise',
  cause: 'rule',
  correlation: '12:345',
  alarm: { id: 12, name: 'Saturation <IN> & *more*' },
  severity: 'major',
  customer: { id: 1, name: 'Boréval' },
  site: { id: 4, name: 'Orléans' },
  element: { id: 345, name: 'Gi0/0/0', kind: 'interface', device: 'orleans-r1' },
  kpi: { key: 'itf_in_util', name: 'Inbound utilisation' },
  description: 'Gi0/0/0 of orleans-r1: utilisation > 95% in 3 of 5 measures',
  topology: [],
  runbook: 'https://runbooks.example/a?b="c"&d',
  operator: '>',
  value: 98.4,
  threshold: 95,
  reading: '98.4%',
  limit: '> 95%',
  link: 'https://telltale.example/alert?customer=1&open=12:345',
  atMs: AT,
  sinceMs: AT,
  decidedMs: AT,
  sequence: 1,
};
const change: SingleNotice = { ...raise, cause: 'severity', severity: 'critical', atMs: AT + 300_000 };
const clear: SingleNotice = { ...change, edge: 'clear', cause: 'rule', atMs: AT + 600_000 };
const again: SingleNotice = { ...raise, atMs: AT + 900_000, sinceMs: AT + 900_000 };
const group: GroupedNotice = {
  is: 'grouped',
  customer: { id: 1, name: 'Boréval' },
  raises: 980,
  clears: 3,
  severity: 'critical',
  description: '980 alarms raised and 3 alarms cleared on 12 sites of Boréval',
  elements: [{ name: 'a', kind: 'site' }],
  fromMs: AT,
  untilMs: AT,
  part: 1,
  events: [],
};

const rejected: readonly [NamedService, number, string, string][] = [
  ['slack', 200, '{"ok":false,"error":"channel_not_found"}', 'rejected'],
  ['slack', 200, '{"ok":false,"error":"ratelimited"}', 'retry'],
  ['slack', 200, '{"ok":false,"error":"thread_not_found"}', 'unthreaded'],
  ['slack', 200, '<html>proxy</html>', 'retry'],
  [
    'teams',
    200,
    'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429',
    'retry',
  ],
  ['telegram', 403, '{"ok":false,"error_code":403,"description":"Forbidden: bot was kicked"}', 'rejected'],
  ['telegram', 500, '', 'retry'],
];

/** Speaks to a service, as the deliverer does. */
function conversation(service: NamedService) {
  const { conversations, reply } = serviceDoubles[service]();
  const threads = new Map<string, string>();
  const url = services[service].address;
  const send = (notice: TargetNotice): void => {
    const message = serviceMessage(notice);
    const thread = threads.get(message.occurrence ?? '');
    const access = { url, channel: channels[service], secret: serviceSecrets[service] };
    for (const request of serviceRequests[service](message, access, thread)) {
      const path = request.url.slice(url === '' ? new URL(request.url).origin.length : url.length);
      const replied = reply({ ...request, path, body: JSON.stringify(request.body) });
      expect([replied.status < 300, replied.body]).toEqual([true, replied.body]);
      const said = serviceReading(service, replied);
      expect([said?.is, replied.body]).toEqual(['delivered', replied.body]);
      if (said?.thread !== undefined && message.occurrence !== undefined)
        threads.set(message.occurrence, thread ?? said.thread);
    }
  };
  return { conversations, send };
}

describe('an alarm', () => {
  it.for(['slack', 'pagerduty', 'opsgenie', 'telegram'] as const)(
    'is one thread or alert of %s from its raise over a change of severity to its clear, and another one when it is raised again',
    (service) => {
      const { conversations, send } = conversation(service);
      send(raise);
      expect(conversations).toMatchObject([{ isOpen: true }]);
      const before = conversations[0]!.level;
      send(change);
      expect(conversations).toHaveLength(1);
      expect(conversations[0]!.level).not.toBe(before);
      send(clear);
      expect(conversations).toMatchObject([{ isOpen: false }]);
      send(again);
      expect(conversations).toMatchObject([{ isOpen: false }, { isOpen: true }]);
    },
  );

  it('is a card of Teams per event, the last one green', () => {
    const { conversations, send } = conversation('teams');
    for (const notice of [raise, change, clear]) send(notice);
    expect(conversations.map(({ level }) => level)).toEqual(['warning', 'attention', 'good']);
  });

  it.for(NAMED)('is within the documented limits of %s whatever its names are', (service) => {
    const { conversations, send } = conversation(service);
    const long = '<&"*_😀'.repeat(400);
    send({
      ...raise,
      alarm: { id: 1, name: long },
      element: { id: 1, name: long, kind: 'device' },
      site: { id: 1, name: long },
      customer: { id: 1, name: long },
      description: long,
      runbook: long,
    });
    expect(conversations).toHaveLength(1);
  });

  it.for(NAMED)('of a group is one message of %s', (service) => {
    const { conversations, send } = conversation(service);
    send(group);
    expect(conversations).toHaveLength(1);
  });

  it('that another one on the same element precedes has its own key', () => {
    expect(serviceMessage(raise).occurrence).toBe(serviceMessage(clear).occurrence);
    expect(serviceMessage(raise).occurrence).not.toBe(serviceMessage(again).occurrence);
    expect(serviceMessage({ ...raise, correlation: '13:345' }).occurrence).not.toBe(
      serviceMessage(raise).occurrence,
    );
  });
});

describe('what a service says', () => {
  it.for(rejected)('%s %i %s means: %s', ([service, status, body, is]) => {
    expect(serviceReading(service, { status, body })?.is).toBe(is);
  });

  it('of Telegram has the wait in its body, an hour at most', () => {
    const body = (seconds: number) =>
      JSON.stringify({ ok: false, error_code: 429, parameters: { retry_after: seconds } });
    const waitOf = (seconds: number) => serviceReading('telegram', { status: 429, body: body(seconds) });
    expect(waitOf(35)).toEqual({ is: 'retry', retryAfterMs: 35_000 });
    expect(waitOf(3_600)).toEqual({ is: 'retry', retryAfterMs: 3_600_000 });
    expect(waitOf(90_000)).toEqual({ is: 'retry', retryAfterMs: 3_600_000 });
  });

  it('of Slack names the thread although the response is cut', () => {
    const body = '{"ok":true,"channel":"C1","ts":"1503435956.000247","message":{"text":"abc';
    expect(serviceReading('slack', { status: 200, body })).toEqual({
      is: 'delivered',
      thread: '1503435956.000247',
    });
  });
});

describe('the settings of a service', () => {
  const settings = (service: NamedService) => ({
    service,
    url: services[service].address,
    channel: channels[service],
    secret: serviceSecrets[service] as string | null,
    headers: [],
    payload: { kind: 'json' as const, template: '' },
  });
  const codes = (draft: Parameters<typeof webhookFaults>[0]) => webhookFaults(draft).map(({ code }) => code);

  it.for(NAMED)('%s are complete with its secret, and keep the stored one', (service) => {
    expect(codes(settings(service))).toEqual([]);
    expect(codes({ ...settings(service), secret: null })).toEqual([]);
    expect(codes({ ...settings(service), secret: '' })).toEqual(['WEBHOOK_SECRET_MISSING']);
    expect(codes({ ...settings(service), secret: 'x y' })).toEqual(['WEBHOOK_SECRET_INVALID']);
  });

  it('name the channel where there is one, and an address without placeholders', () => {
    expect(codes({ ...settings('slack'), channel: '' })).toEqual(['WEBHOOK_CHANNEL_MISSING']);
    expect(codes({ ...settings('telegram'), channel: '' })).toEqual(['WEBHOOK_CHANNEL_MISSING']);
    expect(codes({ ...settings('pagerduty'), url: 'https://{{site.name}}/' })).toEqual(['URL_INVALID']);
    expect(codes({ ...settings('pagerduty'), url: '' })).toEqual(['URL_INVALID']);
  });
});
