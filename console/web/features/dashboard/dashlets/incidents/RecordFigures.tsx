import type { ServiceRecord } from '#schemas/alerting/incident/service-record-routes.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { formatDuration } from '#schemas/unit/duration.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useIncidentListTexts } from './texts/en.ts';

type Figure = readonly [name: string, value: string];

function Figures({ of }: { readonly of: readonly Figure[] }) {
  return (
    <dl className="tt-record-figures">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface RestoreProps {
  readonly restore: ServiceRecord['restore'];
  readonly restoreMinutes: number;
}

/** How many incidents were over in the promised time, and how long they took. */
export function RestoreFigures({ restore, restoreMinutes }: RestoreProps) {
  const text = useIncidentListTexts();
  const language = useLanguage();
  const { restored, within, seconds, longest, running } = restore;
  const durationOf = (length: number): string =>
    restored === 0 ? '–' : formatDuration(Math.round(length) * SECOND_MS, language);
  const share = formatValue((100 * within) / restored, 'percent', language);
  const all = formatNumber(restored, language);
  return (
    <Figures
      of={[
        [
          text('restoredWithin', { promise: formatDuration(restoreMinutes * MINUTE_MS, language) }),
          restored === 0 ? '–' : text('ofAll', { within: formatNumber(within, language), all, share }),
        ],
        [text('mean'), durationOf(seconds / restored)],
        [text('longest'), durationOf(longest)],
        [text('runningAtEnd'), formatNumber(running, language)],
      ]}
    />
  );
}

interface MaintenanceProps {
  readonly maintenance: ServiceRecord['maintenance'];
  readonly period: { readonly from: number; readonly to: number };
}

/** How much of the period availability leaves out, and by how many rules. */
export function MaintenanceFigures({ maintenance: { rules, seconds }, period }: MaintenanceProps) {
  const text = useIncidentListTexts();
  const language = useLanguage();
  const time = formatDuration(seconds * SECOND_MS, language);
  const share = formatValue((100 * seconds) / (period.to - period.from), 'percent', language);
  return (
    <Figures
      of={[
        [text('excludedInAll'), text('ofPeriod', { time, share })],
        [text('rules'), formatNumber(rules.length, language)],
      ]}
    />
  );
}
