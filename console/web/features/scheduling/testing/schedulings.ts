import { customerReports } from '#schemas/report/routes.ts';
import {
  createScheduling,
  deleteScheduling,
  enableScheduling,
  listSchedulingRuns,
  listSchedulings,
  readSchedulingChoices,
  revokeRunLinks,
  sendScheduling,
  subscribeScheduling,
  unsubscribeScheduling,
  updateScheduling,
} from '#schemas/scheduling/routes.ts';
import type { SchedulingRun } from '#schemas/scheduling/run.ts';
import type { ReportSchedule } from '#schemas/scheduling/scheduling.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { isoOf, now } from '#web/lib/clock.ts';
import { problem, reply, type Reply } from '#web/testing/replies.ts';

/** A schedule on Mondays that was sent to some, and one of critical alarms, disabled. */
const stored = (): ReportSchedule[] => [
  {
    id: 1,
    version: 3,
    name: 'Weekly report',
    enabled: true,
    trigger: { kind: 'weekly', days: [1], hour: 7, minute: 30 },
    timeZone: 'Europe/Paris',
    attachments: [
      {
        report: 7,
        name: 'Service levels',
        format: 'pdf',
        period: { kind: 'previous', unit: 'week', count: 1 },
        variables: {},
        dashlets: [],
      },
    ],
    recipients: ['desk@example.net', 'ada@example.net'],
    required: ['desk@example.net'],
    language: 'en',
    subject: '{{schedule}} of {{customer}}',
    message: 'Hello,',
    owner: { id: 1, name: 'Ada Martin' },
    unsubscribed: [],
    subscribers: [],
    subscription: 'recipient',
    previous: {
      id: 12,
      dueAt: isoOf(now() - DAY_MS),
      cause: 'time',
      state: 'partly',
      reason: {
        code: 'undelivered',
        params: { count: 1, total: 2, detail: 'desk@example.net: no such user' },
      },
    },
    next: [1, 8, 15, 22, 29].map((days) => isoOf(now() + days * DAY_MS)),
  },
  {
    id: 2,
    version: 1,
    name: 'Critical alarms',
    enabled: false,
    trigger: { kind: 'alarm', on: 'rising', alarms: [], severities: ['critical'], sites: [1] },
    timeZone: 'Europe/Paris',
    attachments: [],
    recipients: ['noc@example.net'],
    required: [],
    language: 'en',
    subject: '{{alarm}}',
    message: '',
    owner: { id: 2, name: 'Ben Roy' },
    unsubscribed: ['noc@example.net'],
    subscribers: [],
    subscription: 'none',
    previous: null,
    next: [],
  },
];

const aRun = (): SchedulingRun => ({
  id: 12,
  dueAt: isoOf(now() - DAY_MS),
  cause: 'time',
  state: 'partly',
  reason: { code: 'undelivered', params: { count: 1, total: 2, detail: 'desk@example.net: no such user' } },
  startedAt: isoOf(now() - DAY_MS),
  endedAt: isoOf(now() - DAY_MS),
  recipients: [
    { address: 'desk@example.net', state: 'dead', response: '550 no such user' },
    { address: 'ada@example.net', state: 'delivered', response: '250 OK' },
  ],
  renderings: [
    {
      id: 1,
      report: 'Service levels',
      format: 'pdf',
      state: 'done',
      progress: { done: 4, total: 4 },
      bytes: 20_000_000,
      isLinked: true,
      isRevoked: false,
      expiresAt: isoOf(now() + 20 * DAY_MS),
    },
  ],
  alarms: 0,
});

/** Replies of a server that stores what is written. */
export function schedulingReplies(): readonly Reply[] {
  const all = stored();
  const found = (id: number): ReportSchedule | undefined => all.find((one) => one.id === id);
  const changed = (id: number, part: Partial<ReportSchedule>) => {
    const at = all.findIndex((one) => one.id === id);
    const before = all[at];
    if (before === undefined) return problem('SCHEDULING_NOT_FOUND');
    const after = { ...before, ...part };
    all[at] = after;
    return after;
  };
  return [
    reply(listSchedulings, () => ({ schedulings: [...all] })),
    reply(readSchedulingChoices, {
      alarms: [{ id: 1, name: 'Link saturated' }],
      sites: [{ id: 1, name: 'Paris' }],
      setsRequired: true,
      address: 'ada@example.net',
    }),
    reply(customerReports.list, { documents: [] }),
    reply(customerReports.read, () => problem('NOT_FOUND')),
    reply(createScheduling, ({ body }) => {
      const made: ReportSchedule = {
        ...body,
        id: 3,
        version: 1,
        attachments: [],
        owner: { id: 1, name: 'Ada Martin' },
        unsubscribed: [],
        subscribers: [],
        subscription: 'none',
        previous: null,
        next: [],
      };
      all.push(made);
      return made;
    }),
    reply(updateScheduling, ({ params, body: { version, attachments: _attachments, ...content } }) =>
      changed(params.schedulingId, { ...content, version: version + 1 }),
    ),
    reply(enableScheduling, ({ params, body }) => changed(params.schedulingId, body)),
    reply(subscribeScheduling, ({ params }) => {
      changed(params.schedulingId, { subscription: 'subscribed' });
      return { subscription: 'subscribed' as const };
    }),
    reply(unsubscribeScheduling, ({ params }) =>
      found(params.schedulingId)?.required.includes('ada@example.net') === true
        ? problem('RECIPIENT_FIXED', { params: { address: 'ada@example.net' } })
        : { subscription: 'unsubscribed' as const },
    ),
    reply(deleteScheduling, ({ params }) => {
      all.splice(
        all.findIndex(({ id }) => id === params.schedulingId),
        1,
      );
      return {};
    }),
    reply(sendScheduling, aRun),
    reply(listSchedulingRuns, () => ({ runs: [aRun()] })),
    reply(revokeRunLinks, {}),
  ];
}
