import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { deviceOf, elementLabel, elementOf } from '#schemas/inventory/element-of.ts';
import { matchesAlarm } from '#schemas/silence/rules.ts';
import type { SilencedElement, SilencePreview } from '#schemas/silence/preview-routes.ts';
import type { SilenceMatch } from '#schemas/silence/silence.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

export interface SilencePreviewNeeds {
  /** The running alarms of a customer, as far as the caller may see them. */
  readonly alerts: {
    alertsOf(
      caller: Caller,
      customer: number,
    ): { readonly alarms: ReadonlyMap<string, AlarmRow> } | undefined;
  };
  readonly inventory: InventoryCache;
}

/** Names in a preview: enough to recognise what is meant. */
const MAX_NAMED = 5;

/** Counts the running alarms of a customer, as far as the caller sees them, and those that a silence would match now. */
export function previewMatch(
  { alerts, inventory }: SilencePreviewNeeds,
  {
    caller,
    customer,
    match,
  }: { readonly caller: Caller; readonly customer: number; readonly match: SilenceMatch },
): SilencePreview {
  const running = [...(alerts.alertsOf(caller, customer)?.alarms.values() ?? [])];
  const matching = running.filter(({ alarm, severity, site, element }) =>
    matchesAlarm(match, {
      customer,
      alarm,
      severity,
      site,
      element,
      device: deviceOf(inventory.current, element),
    }),
  );
  return {
    running: running.length,
    matching: matching.length,
    examples: matching.slice(0, MAX_NAMED).map(({ name, element, elementName }) => ({
      alarm: name,
      element: elementLabel(inventory.current, element) || elementName,
    })),
  };
}

/** An element with its device and site: what a silence of it can be widened to. Throws NOT_FOUND for one that the caller may not see. */
export function readPlaces(
  { inventory }: Pick<SilencePreviewNeeds, 'inventory'>,
  {
    caller,
    customer,
    element: id,
  }: { readonly caller: Caller; readonly customer: number; readonly element: number },
): SilencedElement {
  const element = elementOf(inventory.current, id);
  const seen = sitesSeenBy(caller, customer);
  if (element?.customer !== customer || seen?.has(element.site) === false)
    throw new ProblemError('NOT_FOUND');
  const named = (of: number | undefined) => {
    const name = of === undefined ? undefined : elementOf(inventory.current, of)?.name;
    return of === undefined || name === undefined ? null : { id: of, name };
  };
  return {
    element: { id, name: elementLabel(inventory.current, id) },
    device: element.device === id ? null : named(element.device),
    site: named(element.site),
  };
}
