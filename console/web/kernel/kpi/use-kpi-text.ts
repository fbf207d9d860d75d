import { factsIn } from '#schemas/kpi/directory.ts';
import { axisFormat } from '#schemas/unit/column-format.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { kpiColumn, kpiThreshold, kpiValue } from '#web/kernel/kpi/kpi-value.ts';
import { useLanguage } from '#web/lib/text.ts';

/** Name and values of a KPI in the language of the page. An unknown KPI is shown by its key. */
export function useKpiText(key: string) {
  const language = useLanguage();
  const kpi = factsIn(useKpis(), key);
  const { unit } = kpi;
  return {
    name: kpi[language],
    value: (value: number): string => kpiValue({ unit }, value, language),
    threshold: (threshold: number): string => kpiThreshold({ unit }, threshold, language),
    /** A value and the threshold that it is compared with. */
    reading: (value: number, threshold: number): string =>
      kpiValue({ unit, limits: [threshold] }, value, language),
    /** Values that are read one below the other, next to the threshold. */
    column: (values: readonly (number | null)[], threshold: number) =>
      kpiColumn(values, { unit, limits: [threshold] }, language),
    ticks: (ticks: readonly number[]): string[] => ticks.map(axisFormat(ticks, unit, language)),
  };
}
