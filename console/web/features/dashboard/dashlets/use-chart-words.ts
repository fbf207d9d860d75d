import { useMemo } from 'react';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useKernelTexts } from '#web/kernel/text/en.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { ChartWords } from './shared/chart-lines.ts';
import { useChartTexts } from './texts/en.ts';

/** Says how many rows are shown of how many; undefined: all of them are. */
export function useCutNote(): (shown: number, all: number) => string | undefined {
  const text = useChartTexts();
  const language = useLanguage();
  return (shown, all) =>
    shown < all
      ? text('truncated', {
          count: shown,
          shown: formatNumber(shown, language),
          all: formatNumber(all, language),
        })
      : undefined;
}

/** The words that charts need besides their data. */
export function useChartWords(): ChartWords {
  const text = useChartTexts();
  const kernelText = useKernelTexts();
  const language = useLanguage();
  const kpis = useKpis();
  return useMemo(
    () => ({
      kpis,
      language,
      others: text('others'),
      hidden: text('hidden'),
      unknown: text('unknown'),
      deleted: (name) => kernelText('deletedName', { name }),
      deletedElements: text('deletedElements'),
      outside: text('outside'),
    }),
    [kpis, language, text, kernelText],
  );
}
