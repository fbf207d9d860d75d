import { readSession } from '#schemas/account/routes.ts';
import { customerReports } from '#schemas/report/routes.ts';
import { createScheduling, listSchedulings } from '#schemas/scheduling/routes.ts';
import type { ReportAttachment, SchedulingDraft } from '#schemas/scheduling/scheduling.ts';
import type { StoryClient } from './story-client.ts';

type Shared = Pick<SchedulingDraft, 'timeZone' | 'required' | 'language'>;

/** A report of a customer as a file, over full periods of the past. */
const attachmentOf = (
  report: number,
  format: ReportAttachment['format'],
  unit: 'day' | 'week' | 'month',
): ReportAttachment => ({
  report,
  format,
  period: { kind: 'previous', unit, count: 1 },
  variables: {},
  dashlets: [],
});

/** The week on Monday morning, the month on its last evening, yesterday as a table, and critical alarms when they are raised. */
const draftsOf = (reports: readonly number[], shared: Shared): readonly SchedulingDraft[] => {
  const [first, second = first, third = second] = reports;
  const attached = (
    report: number | undefined,
    ...how: [ReportAttachment['format'], 'day' | 'week' | 'month']
  ) => (report === undefined ? [] : [attachmentOf(report, ...how)]);
  // Without a report it would never be sent.
  const enabled = first !== undefined;
  return [
    {
      ...shared,
      name: 'Weekly report',
      enabled,
      trigger: { kind: 'weekly', days: [1], hour: 7, minute: 30 },
      attachments: attached(first, 'pdf', 'week'),
      recipients: ['service.desk@example.net', 'network@example.net'],
      subject: '{{schedule}} of {{customer}}: {{period}}',
      message: 'Hello,\n\nThe report of last week is attached: {{report}}.',
    },
    {
      ...shared,
      name: 'Monthly capacity',
      enabled,
      trigger: { kind: 'monthly', day: 'L', hour: 18, minute: 0 },
      attachments: attached(second, 'xlsx', 'month'),
      recipients: ['capacity@example.net'],
      subject: '{{report}} of {{customer}}',
      message: 'The figures of the month, in {{zone}}.',
    },
    {
      ...shared,
      name: 'Figures of yesterday',
      enabled: false,
      trigger: { kind: 'daily', hour: 6, minute: 15 },
      attachments: attached(third, 'csv', 'day'),
      recipients: ['data.warehouse@example.net'],
      subject: '{{customer}} {{date}}',
      message: '',
    },
    {
      ...shared,
      name: 'Critical alarms',
      enabled: true,
      trigger: { kind: 'alarm', on: 'rising', alarms: [], severities: ['critical'], sites: [] },
      attachments: [],
      recipients: ['on.call@example.net'],
      subject: '{{customer}}: {{alarm}} at {{site}}',
      message: '{{count}} critical alarms were raised.',
    },
  ];
};

/** Four schedules of each customer, in the customer's zone; one that exists stays as it is. */
export async function addSchedules({ call }: StoryClient): Promise<void> {
  const { customers } = await call(readSession);
  for (const { id: customerId, timeZone = 'Europe/Paris' } of customers) {
    const params = { customerId };
    const { schedulings } = await call(listSchedulings, { params });
    const known = new Set(schedulings.map(({ name }) => name));
    const { documents } = await call(customerReports.list, { params });
    const reports = documents.map(({ id }) => id);
    const language = timeZone === 'Europe/Paris' ? 'fr' : 'en';
    for (const body of draftsOf(reports, { timeZone, required: [], language }))
      if (!known.has(body.name)) await call(createScheduling, { params, body });
  }
}
