import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';

/**
 * The rule in plain words, without a stream: looks at all values of an element at once. Answers `<window> raise|clear`,
 * windows counted from the first value; null is a window without a value.
 */
export function plainRule(
  alarm: AlarmDefinition,
  { customer, element }: { readonly customer: number; readonly element: number },
  values: readonly (number | null)[],
): string[] {
  const threshold = alarm.byElement.get(element) ?? alarm.byCustomer.get(customer) ?? alarm.threshold;
  const isOutlier = (value: number | null): boolean => {
    if (value === null) return false;
    if (alarm.operator === '>') return value > threshold;
    if (alarm.operator === '>=') return value >= threshold;
    if (alarm.operator === '<') return value < threshold;
    if (alarm.operator === '<=') return value <= threshold;
    return alarm.operator === '=' ? value === threshold : value !== threshold;
  };
  const events: string[] = [];
  let raised = false;
  for (let window = 0; window < values.length; window += 1) {
    const last = values.slice(Math.max(0, window + 1 - alarm.measures), window + 1);
    const abnormal = alarm.enabled && last.filter(isOutlier).length >= alarm.outliers;
    if (abnormal !== raised) events.push(`${String(window)} ${abnormal ? 'raise' : 'clear'}`);
    raised = abnormal;
  }
  return events;
}
