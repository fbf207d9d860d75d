import { useMemo } from 'react';
import { HIDDEN_VALUE } from '#schemas/explore/changed/choices.ts';
import type { ChangeDimensionId } from '#schemas/explore/changed/dimensions.ts';
import type { ChangePeriod } from '#schemas/explore/changed/periods.ts';
import type { ChangeReply, ChangeValue } from '#schemas/explore/changed/what-changed.ts';
import { longDuration } from '#schemas/unit/duration.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { useChangedTexts } from './texts/en.ts';

const HOUR = 3_600;
const DAY = 86_400;

/** Dimensions with a value of two names. */
const isPair = (dimension: ChangeDimensionId): dimension is 'site-pair' => dimension === 'site-pair';

export type ChangeWords = ReturnType<typeof changeWords>;

/** What values, rates and baselines are called. */
export function changeWords(text: ReturnType<typeof useChangedTexts>, language: Language) {
  const end = (value: ChangeValue, place: number): string => {
    const name = value.names[place] ?? null;
    if (name !== null) return name === '' ? text('unset') : name;
    return text(value.values[place] === HIDDEN_VALUE ? 'hiddenSite' : 'outside');
  };
  const name = (value: ChangeValue): string =>
    isPair(value.dimension) ? text('pair', { from: end(value, 0), to: end(value, 1) }) : end(value, 0);
  const rate = (value: number, measure: ChangeReply['measure']): string => {
    if (measure === 'flows') return text('flowRate', { value: formatValue(value, 'scalar', language) });
    return formatValue(value, measure === 'bits' ? 'bps' : 'pps', language);
  };
  return {
    end,
    name,
    /** With what it is: "application backup". */
    noun: (value: ChangeValue, shown = name(value)): string => text(`of-${value.dimension}`, { name: shown }),
    rate,
    /** Signed, with a minus of the width of a plus. */
    difference: (value: number, measure: ChangeReply['measure']): string =>
      value === 0 ? text('unchanged') : `${value > 0 ? '+' : '\u2212'}${rate(Math.abs(value), measure)}`,
    percent: (part: number): string =>
      `${part < 0 ? '\u2212' : ''}${formatValue(100 * Math.abs(part), 'percent', language)}`,
    baseline: ({ from, to }: ChangePeriod, baseline: ChangeReply['baseline']): string => {
      if (baseline.length > 1)
        return text('weeksBefore', { count: baseline.filter(({ counts }) => counts).length });
      const length = to - from;
      if (length === HOUR) return text('hourBefore');
      if (length === DAY) return text('dayBefore');
      return text('lengthBefore', { length: longDuration(length * 1_000, language)?.text ?? '' });
    },
  };
}

export function useChangeWords(): ChangeWords {
  const text = useChangedTexts();
  const language = useLanguage();
  return useMemo(() => changeWords(text, language), [text, language]);
}
