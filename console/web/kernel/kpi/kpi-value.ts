import type { KpiFacts } from '#schemas/kpi/directory.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { formatMoment } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';

/** A value of a KPI in its unit, “–” for none; a date is written in the style that the user chose. */
export const kpiValue = (
  { unit }: Pick<KpiFacts, 'unit'>,
  value: number | null,
  language: Language,
): string =>
  unit === 'timestamp' && value !== null
    ? formatMoment(value * 1_000, language)
    : formatValue(value, unit, language);
