import { useEffect, useState } from 'react';
import { factsIn } from '#schemas/kpi/directory.ts';
import { axisFormat, columnFormat } from '#schemas/unit/column-format.ts';
import type { RealtimeReading } from '#schemas/realtime/realtime.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { datesLocale } from '#web/lib/dates.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useTheme } from '#web/lib/theme.ts';
import { plotData } from '#web/ui/plot/start-plot.ts';
import { usePlot } from '#web/ui/plot/use-plot.ts';
import { realtimeData, startRealtimePlot } from './realtime-plot.ts';
import { useRealtimeTexts } from './texts/en.ts';

interface Props {
  readonly kpis: readonly string[];
  readonly readings: readonly RealtimeReading[];
}

interface LegendProps {
  readonly label: string;
  readonly lines: readonly { readonly name: string; readonly value: string }[];
}

/** Names of the lines, each with its value. */
const Legend = ({ label, lines }: LegendProps) => (
  <ul className="tt-realtime-legend" aria-label={label}>
    {lines.map(({ name, value }, index) => (
      <li key={name}>
        <span style={{ background: `var(--tt-series-${String(index + 1)})` }} aria-hidden="true" />
        {name}
        <strong>{value}</strong>
      </li>
    ))}
  </ul>
);

/** The last two minutes of some KPIs of one unit, with their values at the pointer or now. */
export function RealtimeChart({ kpis, readings }: Props) {
  const text = useRealtimeTexts();
  const language = useLanguage();
  const theme = useTheme();
  const directory = useKpis();
  const [pointed, setPointed] = useState<number>();
  const facts = kpis.map((kpi) => factsIn(directory, kpi));
  const unit = facts[0]?.unit ?? 'scalar';
  const data = realtimeData(readings, kpis);
  const { container, plot } = usePlot({
    shape: JSON.stringify([kpis, language, theme]),
    start(place, size) {
      const time = new Intl.DateTimeFormat(datesLocale(language), { timeStyle: 'medium', hourCycle: 'h23' });
      return startRealtimePlot(place, data, {
        ...size,
        lines: kpis.length,
        onCursor: setPointed,
        formatTicks: (ticks) => ticks.map(axisFormat(ticks, unit, language)),
        formatTick: (at) => time.format(at * 1_000),
      });
    },
  });
  useEffect(() => plot.current?.setData(plotData(data)));
  const at = Math.min(pointed ?? Number.POSITIVE_INFINITY, data[0].length - 1);
  const values = kpis.map((_, index) => data[index + 1]?.[at] ?? null);
  const shown = columnFormat(values, unit, language);
  return (
    <>
      <Legend
        label={text('values')}
        lines={facts.map((kpi, index) => ({ name: kpi[language], value: shown(values[index]) }))}
      />
      <div
        ref={container}
        className="tt-realtime-plot"
        role="img"
        aria-label={text('chart', { count: facts.length })}
      />
    </>
  );
}
