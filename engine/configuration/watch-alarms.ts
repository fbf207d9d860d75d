import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { loadAlarms } from '#platform/cockpit/load.ts';
import { watchConfig, type LiveValue, type LiveConfigNeeds } from '#platform/live-config/watch-config.ts';
import { stampedReading } from '#platform/live-config/stamped-reading.ts';
import type { Db } from '#platform/postgres/postgres.ts';

function sameAlarms(one: readonly AlarmDefinition[], other: readonly AlarmDefinition[]): boolean {
  const text = (alarms: readonly AlarmDefinition[]): string =>
    JSON.stringify(
      alarms.map(({ byCustomer, byElement, ...alarm }) => [alarm, [...byCustomer], [...byElement]]),
    );
  return text(one) === text(other);
}

/** Every alarm definition, live. A change of a profile's members arrives as a change of the inventory. */
export const watchAlarms = (
  needs: LiveConfigNeeds & { readonly db: Db },
): Promise<LiveValue<readonly AlarmDefinition[]>> =>
  watchConfig(needs, {
    entity: ['cockpit', 'inventory'],
    ...stampedReading(needs.db, loadAlarms),
    same: sameAlarms,
  });
