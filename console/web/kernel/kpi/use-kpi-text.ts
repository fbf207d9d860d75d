import { factsIn } from '#schemas/kpi/directory.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { kpiValue } from '#web/kernel/kpi/kpi-value.ts';
import { useLanguage } from '#web/lib/text.ts';

/** Name and values of a KPI in the language of the page. An unknown KPI is shown by its key. */
export function useKpiText(key: string) {
  const language = useLanguage();
  const kpi = factsIn(useKpis(), key);
  return { name: kpi[language], value: (value: number): string => kpiValue(kpi, value, language) };
}
