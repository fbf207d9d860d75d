import type { DefinitionChange } from '#schemas/alerting/definition-change.ts';
import { useKpiText } from '#web/kernel/kpi/use-kpi-text.ts';
import { useEvidenceTexts } from './texts/en.ts';

/** A change of a definition in words, with the threshold of a KPI before and after. */
export function useChangeText(kpi: string): (change: DefinitionChange) => string {
  const text = useEvidenceTexts();
  const { threshold: shown } = useKpiText(kpi);
  return ({ parts, threshold }) => {
    const limits = threshold && { before: shown(threshold.before), after: shown(threshold.after) };
    // The threshold before is that of another KPI.
    const limit = limits && (parts.includes('kpi') ? limits.after : text('changedThreshold', limits));
    const named = parts.filter((part) => part !== 'condition' || limit === undefined);
    return [
      ...(limit === undefined ? [] : [text('graphThreshold', { limit })]),
      ...named.map((part) => text(`changed-${part}`)),
    ].join(', ');
  };
}
