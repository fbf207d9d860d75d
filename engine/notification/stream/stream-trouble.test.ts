import { describe, expect, it } from 'vitest';
import type { Severity } from '#schemas/alerting/severity.ts';
import { placeholderValues } from '#schemas/settings/webhook/placeholder-values.ts';
import { streamNoticeTexts, type StreamNotice } from '#schemas/notification/stream-notice.ts';
import type { MailTarget, TrapTarget, WebhookTarget } from '../configuration/delivery-target.ts';
import { platformJobs } from './platform-jobs.ts';
import { StreamTrouble, TroubleState } from './stream-trouble.ts';

const RULE = { windowMs: 60_000, calmMs: 60_000 };
const rejection = (stream: string, rejected = 1, dropped = 0) => ({
  stream,
  rejected,
  dropped,
  cause: 'full' as const,
});

/** Looks each second until `untilMs`, with rejections at their times; a restart at each of `restarts`. */
function watched(
  rejections: readonly (readonly [ms: number, stream: string])[],
  untilMs: number,
  restarts: readonly number[] = [],
): (readonly [ms: number, edge: string, streams: string])[] {
  let trouble = new StreamTrouble(RULE);
  const notices: (readonly [number, string, string])[] = [];
  for (let ms = 0; ms <= untilMs; ms += 1_000) {
    for (const [at, stream] of rejections) if (at === ms) trouble.observeRejection(rejection(stream), ms);
    if (restarts.includes(ms)) {
      const stored: unknown = JSON.parse(JSON.stringify(trouble.state ?? null));
      trouble = new StreamTrouble(RULE, stored === null ? undefined : TroubleState.parse(stored));
    }
    const notice = trouble.due(ms);
    if (notice === undefined) continue;
    notices.push([ms, notice.edge, notice.streams.join(' ')]);
    trouble.markNotified(notice, ms);
  }
  return notices;
}

const every = (ms: number, stream: string, until: number) =>
  Array.from({ length: until / ms }, (_, index) => [index * ms, stream] as const);

describe('full streams', () => {
  it.each([
    ['nothing', [], []],
    [
      'one, once, and its end after a minute without a rejection',
      every(1_000, 'FLOWS', 30_000),
      [
        [5_000, 'raise', 'FLOWS'],
        [89_000, 'clear', 'FLOWS'],
      ],
    ],
    [
      'streams that start together as one',
      [...every(1_000, 'SAMPLES', 10_000), ...every(2_000, 'FLOWS', 10_000)],
      [
        [5_000, 'raise', 'FLOWS SAMPLES'],
        [69_000, 'clear', 'FLOWS SAMPLES'],
      ],
    ],
    [
      'later ones together, a window after',
      [...every(1_000, 'SAMPLES', 80_000), [20_000, 'FLOWS'], [30_000, 'ALARMS']],
      [
        [5_000, 'raise', 'SAMPLES'],
        [65_000, 'raise', 'ALARMS FLOWS'],
        [139_000, 'clear', 'ALARMS FLOWS SAMPLES'],
      ],
    ],
    [
      'an intermittent one as one trouble, a later one as another',
      [
        [0, 'FLOWS'],
        [50_000, 'FLOWS'],
        [100_000, 'FLOWS'],
        [170_000, 'FLOWS'],
      ],
      [
        [5_000, 'raise', 'FLOWS'],
        [160_000, 'clear', 'FLOWS'],
        [175_000, 'raise', 'FLOWS'],
        [230_000, 'clear', 'FLOWS'],
      ],
    ],
  ] as const)('report %s', (_, rejections, expected) => {
    expect(watched(rejections, 240_000)).toEqual(expected);
    expect(watched(rejections, 240_000, [3_000, 60_000, 120_000])).toEqual(expected);
  });

  const notice: StreamNotice = {
    is: 'streams',
    edge: 'raise',
    streams: ['FLOWS', 'SAMPLES'],
    correlation: 'streams:7',
    rejected: 12_345,
    dropped: 678,
    cause: 'full',
    sinceMs: 7,
    atMs: 9_000,
  };
  const mail = (id: number, change: Partial<MailTarget> = {}): MailTarget => ({
    id,
    kind: 'mail',
    name: 'noc',
    activeSinceMs: 0,
    includeRestricted: false,
    notifyPlatformEvents: true,
    recipients: ['noc@example.net'],
    trigger: 'rising',
    grouping: 'single',
    subject: 's',
    body: 'b',
    customers: new Set(),
    severities: new Set(),
    alarms: new Set(),
    language: 'en',
    ...change,
  });

  const one = <Kind extends 'webhook' | 'trap'>(kind: Kind, id: number, notifyPlatformEvents: boolean) => ({
    kind,
    id,
    notifyPlatformEvents,
    name: kind,
    activeSinceMs: 0,
    includeRestricted: false,
    customers: new Set<number>(),
    severities: new Set<Severity>(),
    alarms: new Set<number>(),
    language: 'en' as const,
  });
  const hook = (
    id: number,
    notifyPlatformEvents: boolean,
    trigger: WebhookTarget['trigger'],
  ): WebhookTarget => ({
    ...one('webhook', id, notifyPlatformEvents),
    trigger,
    service: 'custom',
    url: 'https://example.net',
    channel: '',
    secret: '',
    headers: [],
    allowInsecure: false,
    payload: { kind: 'json', template: '{}' },
  });
  const receiver = (id: number, notifyPlatformEvents: boolean): TrapTarget => ({
    ...one('trap', id, notifyPlatformEvents),
    host: '127.0.0.1',
    port: 162,
    inform: false,
    access: { version: 'v2c', community: 'public' },
  });
  const map = <One extends { readonly id: number }>(...list: readonly One[]): ReadonlyMap<number, One> =>
    new Map(list.map((target) => [target.id, target]));

  it('are sent to targets that receive platform events, by trigger and regardless of filters, under stable keys', () => {
    const settings = {
      webhooks: map(hook(1, true, 'both'), hook(2, false, 'both'), hook(3, true, 'falling')),
      traps: map(receiver(1, true), receiver(2, false)),
      mails: map(
        mail(1, { customers: new Set([1]), severities: new Set(['minor']), alarms: new Set([1]) }),
        mail(2, { notifyPlatformEvents: false }),
        mail(5, { trigger: 'falling' }),
        mail(6, { trigger: 'both' }),
      ),
    };
    const jobs = platformJobs(notice, 0, settings);
    const keysOf = (edge: string, number: number, ...targets: readonly string[]) =>
      targets.map((target) => `streams-7-${String(number)}-${edge}.${target}`);
    expect(jobs.map(({ key }) => key)).toEqual(keysOf('raise', 0, 'webhook-1', 'trap-1', 'mail-1', 'mail-6'));
    expect(platformJobs({ ...notice, edge: 'clear' }, 1, settings).map(({ key }) => key)).toEqual(
      keysOf('clear', 1, 'webhook-1', 'webhook-3', 'trap-1', 'mail-5', 'mail-6'),
    );
    expect(jobs[2]).toMatchObject({
      to: ['noc@example.net'],
      subject: 'The streams FLOWS, SAMPLES are full / Les files FLOWS, SAMPLES sont pleines',
      text: expect.stringMatching(
        /12,345 rejections, 678 rows lost[^]*12[\u00A0\u202F]345, lignes perdues/,
      ) as string,
    });
  });

  it.each([
    ['unreachable', 'NATS did not respond: rows of FLOWS, SAMPLES are lost', 'NATS ne répondait pas'],
    ['disk', 'No disk space: rows of FLOWS, SAMPLES are not stored', 'Disque plein'],
  ] as const)('name the cause %s and what to do about it', (cause, title, french) => {
    const { en, fr } = streamNoticeTexts({ ...notice, cause });
    expect([en.title, fr.title.startsWith(french)]).toEqual([title, true]);
    expect(en.text).toMatch(cause === 'disk' ? /free or add some\.$/ : /check that it is running\.$/);
  });

  it('fill the template of a webhook, of no customer and no site', () => {
    expect(placeholderValues(notice)).toEqual({
      'alert.elementLink': '',
      'alert.events': [],
      'alert.part': 1,
      'alert.version': 1,
      'customer.id': null,
      'customer.name': '',
      'site.id': null,
      'site.name': '',
      'kpi.name': '',
      'incident.id': '',
      'incident.text': '',
      'alert.element': 'FLOWS, SAMPLES',
      'alert.reading': '',
      'alert.limit': '',
      'alert.state': 'RAISED',
      'alert.link': '',
      'alert.id': 'streams:7',
      'alert.sequence': 9_000,
      'alert.value': null,
      'alert.threshold': null,
      'alert.since': '1970-01-01T00:00:00.007Z',
      'alert.decidedAt': '1970-01-01T00:00:09.000Z',
      'alert.datetime': '1970-01-01T00:00:09.000Z',
      'alert.name': 'The streams FLOWS, SAMPLES are full / Les files FLOWS, SAMPLES sont pleines',
      'alert.description': expect.stringMatching(
        /12,345 rejections[^]* \/ Les messages sont rejetés/,
      ) as string,
      'alert.runbook': '',
      'alert.severity': 'critical',
      'alert.targets': ['FLOWS', 'SAMPLES'],
      'alert.targetTypes': ['stream', 'stream'],
      'alert.topology': [],
      'alert.hook': 'rising',
    });
  });

  it('are reported as clear, for one and for several', () => {
    const single = streamNoticeTexts({ ...notice, edge: 'clear', streams: ['FLOWS'] });
    const both = streamNoticeTexts({ ...notice, edge: 'clear' });
    expect([single.en.title, single.fr.title, both.en.title, both.fr.title]).toEqual([
      'The stream FLOWS accepts messages again',
      'La file FLOWS accepte de nouveau les messages',
      'The streams FLOWS, SAMPLES accept messages again',
      'Les files FLOWS, SAMPLES acceptent de nouveau les messages',
    ]);
  });
});
