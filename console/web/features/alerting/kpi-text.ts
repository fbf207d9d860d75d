import { kpis } from '#schemas/kpi/library.ts';
import { formatValue, type ValueUnit } from '#web/lib/format-unit.ts';
import type { Language } from '#web/lib/text.ts';

interface KpiFacts {
  readonly unit: ValueUnit;
  readonly en: string;
  readonly fr: string;
}

const library: Readonly<Record<string, KpiFacts>> = kpis;

/** Name of a KPI; a key that this console does not know is shown as it is. */
export const kpiName = (key: string, language: Language): string => library[key]?.[language] ?? key;

export const kpiValue = (key: string, value: number, language: Language): string =>
  formatValue(value, library[key]?.unit ?? 'scalar', language);
