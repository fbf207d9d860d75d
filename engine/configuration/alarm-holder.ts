import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { loadAlarms } from '#platform/cockpit/load.ts';
import { hold } from '#platform/configuration/hold.ts';
import type { Held, HoldNeeds } from '#platform/configuration/hold.ts';
import { stampedReading } from '#platform/configuration/stamped-reading.ts';
import type { Db } from '#platform/postgres/postgres.ts';

function sameAlarms(one: readonly AlarmDefinition[], other: readonly AlarmDefinition[]): boolean {
  const text = (alarms: readonly AlarmDefinition[]): string =>
    JSON.stringify(
      alarms.map(({ byCustomer, byElement, ...alarm }) => [alarm, [...byCustomer], [...byElement]]),
    );
  return text(one) === text(other);
}

/** Every alarm definition, live. Whom a profile stands for is told as a change of the inventory. */
export const holdAlarms = (
  needs: HoldNeeds & { readonly db: Db },
): Promise<Held<readonly AlarmDefinition[]>> =>
  hold(needs, {
    entity: ['cockpit', 'inventory'],
    ...stampedReading(needs.db, loadAlarms),
    same: sameAlarms,
  });
