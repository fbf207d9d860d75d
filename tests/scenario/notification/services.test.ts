import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type NamedService } from '#schemas/settings/webhook/service/webhook-service.ts';
import { services } from '#schemas/settings/webhook/service/service.ts';
import { withServiceSecret } from '#schemas/settings/webhook/webhook-secrets.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import {
  addAlarm,
  addWebhook,
  anEvent,
  deliveriesOf,
  httpReceiver,
  publishEvents,
  startNotification,
  type Received,
} from '../../fixtures/notification/notification-under-test.ts';
import { serviceSecrets } from '../../fixtures/notification/services/service-documents.ts';
import { serviceDoubles } from '../../fixtures/notification/services/service-double.ts';
import { testSecrets } from '../../fixtures/secrets.ts';
import { openStack, type Stack } from '../../store/stack.ts';

let stack: Stack;
let alarm: number;
let element = 30_000;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  stack = await openStack();
  alarm = await addAlarm(stack);
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await stack.db.deleteFrom('webhook').execute();
});
afterAll(() => stack.close());

const channels: Readonly<Partial<Record<NamedService, string>>> = { slack: '#noc', telegram: '-1001' };

/** A target of a service that is served by its double; `before` may respond first. */
async function target(
  service: NamedService,
  before?: (number: number) => { status: number; headers: Record<string, string> } | undefined,
) {
  const double = serviceDoubles[service]();
  const http = await httpReceiver((response, number, { url, headers, body, method }: Received) => {
    const early = before?.(number);
    const {
      status,
      body: text,
      headers: said = {},
    } = early === undefined
      ? double.reply({ method, path: url, headers, body })
      : { ...early, body: '{"error":"slow down"}' };
    response.writeHead(status, { 'content-type': 'application/json', ...said });
    response.end(text);
  });
  closing.push(() => http.close());
  const { pathname, search } = new URL(serviceSecrets.teams);
  const isTeams = service === 'teams';
  const secret = isTeams ? `${http.url}${pathname}${search}` : serviceSecrets[service];
  const id = await addWebhook(stack, {
    service,
    url: isTeams ? '' : http.url,
    channel: channels[service] ?? '',
    secret: withServiceSecret(secret, testSecrets.seal),
  });
  return { id, http, ...double };
}

async function notify(changes: Parameters<typeof startNotification>[1] = {}): Promise<void> {
  const running = await startNotification(stack, changes);
  closing.push(() => running.stop());
}

const over = (id: number, count: number) =>
  eventually(async () => {
    const delivered = (await deliveriesOf(stack, id)).filter(({ state }) => state === 'delivered');
    return delivered.length >= count ? delivered : undefined;
  });

const threadOf = (service: NamedService) => (service === 'teams' ? 3 : 1);

it.for(Object.keys(services) as NamedService[])(
  'an alarm is raised, becomes worse and clears in %s as its documentation says',
  async (service) => {
    const { id, conversations, http } = await target(service);
    await notify();
    const { at } = anEvent();
    const number = (element += 1);
    const evidence = JSON.stringify({ ...(JSON.parse(anEvent().evidence) as object), since: at - 900 });
    await publishEvents(stack, [
      anEvent({ alarm, element: number, at: at - 900, severity: 'minor' }),
      anEvent({
        alarm,
        element: number,
        at: at - 600,
        edge: 'change',
        cause: 'minor',
        severity: 'critical',
        evidence,
      }),
      anEvent({ alarm, element: number, at: at - 300, edge: 'clear', severity: 'critical', evidence }),
    ]);
    await over(id, 3);
    expect(conversations).toHaveLength(threadOf(service));
    expect(conversations.at(-1)).toMatchObject({ isOpen: false });
    expect(http.received.length).toBe(service === 'opsgenie' ? 4 : 3);
    for (const { response } of await deliveriesOf(stack, id)) expect(response).toMatch(/^HTTP 20/);
  },
);

it('a storm reaches PagerDuty event by event, and Slack as one message more', async () => {
  const [pagerDuty, slack] = [await target('pagerduty'), await target('slack')];
  await notify({ rule: { singles: 2, windowMs: 1_000 } });
  const first = (element += 100);
  await publishEvents(
    stack,
    Array.from({ length: 30 }, (_, at) => anEvent({ alarm, element: first + at })),
  );
  await over(pagerDuty.id, 30);
  await over(slack.id, 3);
  expect(pagerDuty.conversations.filter(({ isOpen }) => isOpen)).toHaveLength(30);
  // The two of one incident are one thread.
  expect(slack.conversations.map(({ said }) => said.length)).toEqual([2, 1]);
});

it('a service that demands an hour is not called until then, and nothing is lost', async () => {
  const limited = { status: 429, headers: { 'retry-after': '3600' } };
  const slow = await target('slack', () => limited);
  const other = await target('telegram');
  await notify();
  const first = (element += 200);
  await publishEvents(stack, [anEvent({ alarm, element: first })]);
  await eventually(
    async () => (await deliveriesOf(stack, slow.id)).find(({ state }) => state === 'retrying'),
    60_000,
  );
  const calls = slow.http.received.length;
  await publishEvents(
    stack,
    Array.from({ length: 5 }, (_, at) => anEvent({ alarm, element: first + 1 + at })),
  );
  await over(other.id, 6);
  expect(slow.http.received).toHaveLength(calls);
  const waiting = await stack.bus.subjectsOf('JOBS', `jobs.webhook.${String(slow.id)}.>`);
  expect(waiting).toHaveLength(6);
});

it('a reply to a message that was deleted becomes a message', async () => {
  const { id, conversations } = await target('slack');
  await notify();
  const number = (element += 300);
  const { at } = anEvent();
  await publishEvents(stack, [anEvent({ alarm, element: number, at: at - 900 })]);
  await over(id, 1);
  await stack.db
    .updateTable('notification_thread')
    .set({ thread: '1.000001' })
    .where('target', '=', id)
    .execute();
  const evidence = JSON.stringify({ ...(JSON.parse(anEvent().evidence) as object), since: at - 900 });
  await publishEvents(stack, [anEvent({ alarm, element: number, at: at - 300, edge: 'clear', evidence })]);
  await over(id, 2);
  expect(conversations).toMatchObject([{ isOpen: true }, { isOpen: false }]);
});
