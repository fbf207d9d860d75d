import { updateBillingMail } from '#schemas/billing/routes.ts';
import { updateLicense } from '#schemas/settings/license/routes.ts';
import { aLicense } from '#tests/fixtures/license/licenses.ts';
import type { Place } from './story.ts';

/** The license, and who gets the units by mail. */
export async function billingStory({ take }: Pick<Place, 'take'>): Promise<void> {
  const mail = {
    recipients: ['billing@example.net'],
    monthly: true,
    timeZone: 'Europe/Paris',
    language: 'fr',
  };
  await take(updateBillingMail, 'changed', { body: mail });
  await take(updateLicense, 'made', { body: aLicense({ id: 'first' }) });
  await take(updateLicense, 'changed', { body: aLicense({ id: 'second', units: { device: 10 } }) });
}
