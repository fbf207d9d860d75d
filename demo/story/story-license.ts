import type { Clock } from '#platform/clock/clock.ts';
import { countUnitsAgain, listBilledDays } from '#schemas/billing/routes.ts';
import { dayOf, daysAfter } from '#schemas/billing/day.ts';
import { totalOf } from '#schemas/billing/service.ts';
import { readLicense, updateLicense } from '#schemas/settings/license/routes.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { demonstrationLicense } from '../license/demonstration-license.ts';
import type { StoryClient } from './story-client.ts';

const LICENSED_DAYS = 365;
// Below the share from which a license warns.
const SPARE = 1.5;
const PAUSE_MS = MINUTE_MS;
const MAX_COUNTS = 10;
const RECENT_DAYS = 35;

/** Units of the last days, of all services together, once they were counted again. */
async function countAgain({ call }: StoryClient, today: string): Promise<number> {
  await call(countUnitsAgain, {});
  const { days } = await call(listBilledDays, { query: { from: daysAfter(today, -RECENT_DAYS), to: today } });
  return days.reduce((sum, { units }) => sum + totalOf(units), 0);
}

/** Counts the past of the demonstration until nothing more of it arrives. */
export async function countPast(client: StoryClient, clock: Pick<Clock, 'now' | 'wait'>): Promise<void> {
  let before = -1;
  for (let at = 0; at < MAX_COUNTS; at += 1) {
    const units = await countAgain(client, dayOf(clock.now().getTime()));
    if (units > 0 && units === before) return;
    before = units;
    await clock.wait(PAUSE_MS);
  }
}

/** Installs a license of the demonstration that covers its devices with some to spare. */
export async function installLicense({ call }: StoryClient, devices: number, now: Date): Promise<void> {
  const { stored } = await call(readLicense);
  if (stored !== null) return;
  const today = dayOf(now.getTime());
  await call(updateLicense, {
    body: demonstrationLicense({
      id: `demonstration-${today}`,
      organization: 'Telltale demonstration',
      issuedAt: now.toISOString(),
      notBefore: daysAfter(today, -1),
      expires: daysAfter(today, LICENSED_DAYS),
      units: { device: Math.ceil(devices * SPARE), exporter: Math.ceil(devices * SPARE) },
      emails: ['licenses@telltale.example'],
    }),
  });
}
