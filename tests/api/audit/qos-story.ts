import { classFields } from '#tests/fixtures/update-fields.ts';
import type { QosModel } from '#schemas/qos/model.ts';
import { customerQos, providerQos, updateQosBasis } from '#schemas/qos/routes.ts';
import type { Place } from './story.ts';

const aClass = (name: string, dscp: string) => ({ ...classFields, name, colour: 'blue', dscp: [dscp] });

/** Classes of service of the provider and of a customer: defined, put in order, changed, deleted. */
export async function qosStory({ take, server }: Place): Promise<void> {
  const ofCustomer = { customerId: server.customers.get('acme')! };
  for (const [routes, where] of [
    [providerQos, {}],
    [customerQos, ofCustomer],
  ] as const) {
    const add = (name: string, dscp: string, version: number) =>
      take<QosModel>(routes.create, 'made', { params: where, body: { class: aClass(name, dscp), version } });
    const { version } = await add('Voice', 'EF', 0);
    const both = await add('Video', 'AF41', version);
    const own = both.classes.filter(({ owner }) => (owner === 'customer') === (where === ofCustomer));
    const [voice, video] = own.map(({ id }) => id) as [number, number];
    const order = { order: [video, voice], version: both.version };
    const ordered = await take<QosModel>(routes.reorder, 'changed', { params: where, body: order });
    const at = { ...where, qosClass: voice };
    const body = { class: aClass('Voice', 'CS5'), version: ordered.version };
    const changed = await take<QosModel>(routes.update, 'changed', { params: at, body });
    await take(routes.delete, 'deleted', { params: at, query: { version: changed.version } });
  }
  const version = 5;
  await take(updateQosBasis, 'changed', { params: ofCustomer, body: { basis: 'own', version } });
}
