import { incidentSentence } from '#schemas/alerting/incident/incident-sentence.ts';
import type { AlarmIncident } from '#schemas/alerting/incident/incident.ts';
import type { ServiceRecord } from '#schemas/alerting/incident/service-record-routes.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { formatDuration } from '#schemas/unit/duration.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { formatNumber } from '#web/lib/format.ts';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Time } from '#web/ui/text/Time.tsx';
import type { en } from './texts/en.ts';

type Words = Translate<typeof en>;
export type MaintenanceRule = ServiceRecord['maintenance']['rules'][number];

interface Needs {
  readonly text: Words;
  readonly language: Language;
  /** End of what is known of the period, seconds since 1970: an incident that runs has lasted until then. */
  readonly until: number;
  /** Seconds within which service is to be restored. */
  readonly promise: number;
}

export const incidentSeconds = (
  { start, end }: Pick<AlarmIncident, 'start' | 'end'>,
  until: number,
): number => Math.max(0, (end ?? until) - start);

const isLate = (incident: AlarmIncident, { until, promise }: Needs): boolean =>
  incident.end !== null && incidentSeconds(incident, until) > promise;

export function restoreState(incident: AlarmIncident, needs: Needs): string {
  const { text, language, promise } = needs;
  if (incident.end === null) return text('running');
  return text(isLate(incident, needs) ? 'late' : 'within', {
    promise: formatDuration(promise * SECOND_MS, language),
  });
}

/** Severity, the sentence, when it began, how long it lasted, and whether that is what was promised. */
export const incidentColumns = (needs: Needs): readonly Column<AlarmIncident>[] => {
  const { text, language, until } = needs;
  return [
    {
      id: 'severity',
      header: text('severity'),
      quietHeader: true,
      value: ({ severity }) => severity,
      cell: ({ severity }) => <SeverityBadge short status={severity} />,
      width: 40,
      fixed: true,
    },
    {
      id: 'incident',
      header: text('incident'),
      value: (incident) => incidentSentence(incident, until, language),
      cell: (incident) => <span className="tt-ellipsis">{incidentSentence(incident, until, language)}</span>,
      width: 160,
      grow: 4,
      wraps: true,
      fixed: true,
    },
    {
      id: 'start',
      header: text('start'),
      value: ({ start }) => start,
      cell: ({ start }) => <Time as="time" at={start * SECOND_MS} />,
      width: 150,
      untruncated: true,
      yields: 1,
      align: 'right',
    },
    {
      id: 'duration',
      header: text('duration'),
      value: (incident) => incidentSeconds(incident, until),
      cell: (incident) => formatDuration(incidentSeconds(incident, until) * SECOND_MS, language),
      width: 104,
      untruncated: true,
      align: 'right',
    },
    {
      id: 'state',
      header: text('state'),
      value: (incident) => restoreState(incident, needs),
      cell: (incident) => (
        <span className="tt-incident-state" data-late={isLate(incident, needs)}>
          {restoreState(incident, needs)}
        </span>
      ),
      width: 130,
      untruncated: true,
      yields: 2,
    },
  ];
};

/** Which rule left out how much. */
export const maintenanceColumns = ({
  text,
  language,
}: Pick<Needs, 'text' | 'language'>): readonly Column<MaintenanceRule>[] => [
  {
    id: 'reason',
    header: text('reason'),
    value: ({ reason }) => reason,
    cell: ({ reason }) => <span className="tt-ellipsis">{reason}</span>,
    width: 120,
    grow: 4,
    wraps: true,
    fixed: true,
  },
  { ...textColumn<MaintenanceRule>('author', text('author'), ({ author }) => author), width: 90, yields: 2 },
  {
    ...textColumn<MaintenanceRule>('kind', text('kind'), ({ recurring }) =>
      text(recurring ? 'recurring' : 'once'),
    ),
    width: 80,
    yields: 1,
  },
  countColumn<MaintenanceRule>('windows', text('windows'), { countOf: ({ windows }) => windows, language }),
  {
    id: 'sites',
    header: text('sites'),
    value: ({ sites }) => sites ?? Number.MAX_SAFE_INTEGER,
    cell: ({ sites }) => (sites === null ? text('allSites') : formatNumber(sites, language)),
    width: 60,
    align: 'right',
  },
  {
    id: 'excluded',
    header: text('excluded'),
    value: ({ seconds }) => seconds,
    cell: ({ seconds }) => formatDuration(seconds * SECOND_MS, language),
    width: 104,
    untruncated: true,
    align: 'right',
  },
];
