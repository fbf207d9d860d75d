import type { DashletSettings } from '#schemas/dashboard/dashlets.ts';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { operatorSign } from '#schemas/alerting/alert.ts';
import { AlarmStartDialog } from '#web/kernel/alarm-start/AlarmStartDialog.tsx';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { alarmOfChart } from './alarm-of-chart.ts';
import { useChartMenuTexts } from './texts/en.ts';

interface Props {
  readonly settings: DashletSettings<'timeline'>;
  readonly result: DataResult | undefined;
  readonly onClose: () => void;
}

/** Chooses where an alarm on what a chart shows is defined. */
export function ChartAlarmDialog({ settings, result, onClose }: Props) {
  const text = useChartMenuTexts();
  const language = useLanguage();
  const kpis = useKpis();
  const start = alarmOfChart(settings, { result, kpis });
  if (start === undefined) return null;
  const facts = factsIn(kpis, start.kpi);
  const { operator, threshold } = start;
  const limit =
    operator === undefined || threshold === undefined
      ? []
      : [
          text('alarmThreshold', {
            operator: operatorSign(operator),
            value: formatValue(threshold, facts.unit, language),
          }),
        ];
  return (
    <AlarmStartDialog
      start={start}
      notes={[text('alarmOf', { kpi: facts[language] }), ...limit]}
      onClose={onClose}
    />
  );
}
