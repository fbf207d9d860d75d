import * as cockpit from '#schemas/cockpit/routes.ts';
import * as own from '#schemas/cockpit/customer-threshold-routes.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import type { AuditSteps } from './steps.ts';
import type { ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

/** A threshold that a customer sets within bounds: set, frozen, released, reset; and removed by the provider. */
export async function customerThresholdStory({
  take,
  server,
}: {
  readonly take: AuditSteps['take'];
  readonly server: ServerUnderTest;
}): Promise<void> {
  const customer = server.customers.get('acme')!;
  const { id: cockpitId } = await take(cockpit.createCockpit, 'made', { body: { name: 'Bounded' } });
  const body = anAlarmDraft({ customerBounds: { min: 50, max: 100 } });
  const { id: alarm } = await take(cockpit.createAlarm, 'made', { params: { cockpitId }, body });
  await server.stack.db
    .updateTable('resource')
    .set({ shared_with_all: true })
    .where('id', '=', cockpitId)
    .execute();
  const ofCustomer = { params: { customerId: customer, alarm } };
  const ofProvider = { params: { cockpitId, alarm, customer } };
  await take(own.setCustomerThreshold, 'made', { ...ofCustomer, body: { value: 70 } });
  await take(own.freezeCustomerThreshold, 'changed', { ...ofProvider, body: { frozen: true } });
  await take(own.freezeCustomerThreshold, 'changed', { ...ofProvider, body: { frozen: false } });
  await take(own.resetCustomerThreshold, 'deleted', ofCustomer);
  await take(own.setCustomerThreshold, 'made', { ...ofCustomer, body: { value: 80 } });
  await take(own.removeCustomerThreshold, 'deleted', ofProvider);
}
