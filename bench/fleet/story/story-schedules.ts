import { customerReports } from '#schemas/report/routes.ts';
import { createScheduling, listSchedulings } from '#schemas/scheduling/routes.ts';
import type { SchedulingDraft } from '#schemas/scheduling/scheduling.ts';
import type { StoryClient } from './story-client.ts';

const shared: Pick<SchedulingDraft, 'timeZone' | 'required' | 'language'> = {
  timeZone: 'Europe/Paris',
  required: [],
  language: 'en',
};

/** The week of the first report on Monday morning, and critical alarms when they are raised. */
const draftsOf = (report: number | undefined): readonly SchedulingDraft[] => [
  {
    ...shared,
    name: 'Weekly report',
    // Without a report it would never be sent.
    enabled: report !== undefined,
    trigger: { kind: 'weekly', days: [1], hour: 7, minute: 30 },
    attachments:
      report === undefined
        ? []
        : [
            {
              report,
              format: 'pdf',
              period: { kind: 'previous', unit: 'week', count: 1 },
              variables: {},
              dashlets: [],
            },
          ],
    recipients: ['service.desk@example.net', 'network@example.net'],
    subject: '{{schedule}} of {{customer}}: {{period}}',
    message: 'Hello,\n\nThe report of last week is attached: {{report}}.',
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

/** Two schedules of the first customer. */
export async function addSchedules(
  { call }: StoryClient,
  customers: ReadonlyMap<string, number>,
): Promise<void> {
  const [customerId] = customers.values();
  if (customerId === undefined) return;
  const params = { customerId };
  const { schedulings } = await call(listSchedulings, { params });
  const known = new Set(schedulings.map(({ name }) => name));
  const { documents } = await call(customerReports.list, { params });
  for (const body of draftsOf(documents[0]?.id))
    if (!known.has(body.name)) await call(createScheduling, { params, body });
}
