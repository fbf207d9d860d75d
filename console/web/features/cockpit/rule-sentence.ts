import { operatorSign } from '#schemas/alerting/alert.ts';
import type { Clearing } from '#schemas/cockpit/clearing.ts';
import type { AlarmDraft } from '#schemas/cockpit/cockpit.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import { severityLevelsOf, type RaisedSeverity } from '#schemas/cockpit/level/severity-levels.ts';
import { statedTarget } from '#schemas/cockpit/target.ts';
import { unitLabels, type Unit } from '#schemas/unit/unit.ts';
import { kpiThreshold } from '#web/kernel/kpi/kpi-value.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { en } from './texts/en.ts';

/** A name inside a sentence: `Inbound utilisation` becomes `inbound utilisation`, `MOS` and `QoE` stay. */
export const withinSentence = (name: string): string =>
  /^\p{Lu}\p{Ll}+(\s|$)/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/** `application volume`, or `application volume of a site` where the element is ambiguous. */
export function kpiText(
  { kpi, target }: { readonly kpi: KpiFacts; readonly target?: AlarmDraft['target'] },
  text: Translate<typeof en>,
  language: Language,
): string {
  const name = withinSentence(kpi[language]);
  const stated = statedTarget(kpi, target);
  return stated === undefined ? name : text('kpiOf', { kpi: name, element: text(`of-kind-${stated}`) });
}

type Period = Pick<AlarmDraft, 'outliers' | 'measures'>;

/** `in 3 of the last 5 measures`. */
export function periodText(
  { outliers, measures }: Period,
  text: Translate<typeof en>,
  language: Language,
): string {
  if (measures === 1) return text('inLast');
  const all = formatNumber(measures, language);
  if (outliers === measures) return text('inEach', { measures: all });
  return text('inSome', { outliers: formatNumber(outliers, language), measures: all });
}

/** `> 90 % in 3 of the last 5 measures`. */
export const conditionText = (
  {
    kpi,
    operator,
    threshold,
    ...period
  }: Pick<AlarmDraft, 'operator' | 'threshold'> & Period & { readonly kpi: Pick<KpiFacts, 'unit'> },
  text: Translate<typeof en>,
  language: Language,
): string =>
  `${operatorSign(operator)}\u00A0${kpiThreshold(kpi, threshold, language)} ${periodText(period, text, language)}`;

/** `critical ≥ 95 %`, for each level above the first; empty without. */
export function levelsText(
  {
    kpi,
    operator,
    levels,
  }: Pick<AlarmDraft, 'operator' | 'levels'> & { readonly kpi: Pick<KpiFacts, 'unit'> },
  severityText: (severity: RaisedSeverity) => string,
  language: Language,
): string {
  const parts = severityLevelsOf({ levels }).map(
    ({ severity, threshold }) =>
      `${withinSentence(severityText(severity))} ${operatorSign(operator)}\u00A0${kpiThreshold(kpi, threshold, language)}`,
  );
  return parts.join(', ');
}

/** `clears after 3 good measures; without data keeps its state for 15 min`; empty for an alarm without hold times. */
export function clearingText(
  { clearAfter, noDataMinutes, acknowledgementMinutes }: Clearing,
  text: Translate<typeof en>,
  language: Language,
): string {
  const minutes = (count: number) => ({ minutes: formatNumber(count, language) });
  const parts = [
    ...(clearAfter > 1 ? [text('clearsAfter', { measures: formatNumber(clearAfter, language) })] : []),
    ...(noDataMinutes > 0 ? [text('keepsState', minutes(noDataMinutes))] : []),
    ...(acknowledgementMinutes > 0 ? [text('keepsAcknowledgement', minutes(acknowledgementMinutes))] : []),
  ];
  return parts.length === 0
    ? ''
    : parts.reduce((first, remaining) => text('sentenceParts', { first, remaining }));
}

const symbols: Partial<Record<Unit, Readonly<Record<Language, string>>>> = {
  percent: { en: '%', fr: '%' },
  bps: { en: 'bps', fr: 'bit/s' },
  byte: { en: 'B', fr: 'o' },
  pps: { en: 'pps', fr: 'p/s' },
  celsius: { en: '°C', fr: '°C' },
  rpm: { en: 'rpm', fr: 'tr/min' },
  watt: { en: 'W', fr: 'W' },
  second: { en: 's', fr: 's' },
  millisecond: { en: 'ms', fr: 'ms' },
};

/** The symbol of a KPI's unit, or its name. */
export const unitSign = ({ unit }: Pick<KpiFacts, 'unit'>, language: Language): string =>
  (symbols[unit] ?? unitLabels[unit])[language];
