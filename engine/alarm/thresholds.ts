import type { ThresholdSource } from '#schemas/alerting/alert.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { forEachIndex, type Steps } from '#platform/clock/steps.ts';
import type { ElementTable } from '../configuration/element-table.ts';

/** Returns a predicate that selects the customers an alarm is evaluated for. */
export function customerFilterOf({ customers }: AlarmDefinition): (customer: number) => boolean {
  if (customers === undefined) return () => true;
  const shared = new Set(customers);
  return (customer) => shared.has(customer);
}

/** The threshold in force for an element: its own, else its customer's, else the alarm's. */
export function thresholdOf(
  { byElement, byCustomer, threshold }: AlarmDefinition,
  { ids, customers }: ElementTable,
  slot: number,
): { readonly value: number; readonly from: ThresholdSource } {
  const own = byElement.get(ids[slot] ?? 0);
  if (own !== undefined) return { value: own, from: 'element' };
  const common = byCustomer.get(customers[slot] ?? 0);
  if (common !== undefined) return { value: common, from: 'customer' };
  return { value: threshold, from: 'alarm' };
}

/**
 * Thresholds by slot, or undefined if all elements share one. NaN, which no value satisfies (`outlierBit`),
 * for elements of customers the alarm does not apply to.
 */
export function* thresholdSteps(
  alarm: AlarmDefinition,
  elements: ElementTable,
): Steps<Float64Array | undefined> {
  if (alarm.customers === undefined && alarm.byCustomer.size + alarm.byElement.size === 0) return undefined;
  const appliesTo = customerFilterOf(alarm);
  const thresholds = new Float64Array(elements.ids.length);
  yield* forEachIndex(thresholds.length, (slot) => {
    thresholds[slot] = appliesTo(elements.customers[slot] ?? 0)
      ? thresholdOf(alarm, elements, slot).value
      : Number.NaN;
  });
  return thresholds;
}
