import { applicationOf, statedAttributes } from '#tests/fixtures/update-fields.ts';
import {
  markApplicationCustom,
  overrideApplication,
  restoreApplication,
} from '#schemas/application/override-routes.ts';
import * as application from '#schemas/application/routes.ts';
import { orderVersionOf } from '#server/features/application/read-applications.ts';
import type { AuditSteps } from './steps.ts';
import type { ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

interface Place {
  readonly take: AuditSteps['take'];
  readonly server: ServerUnderTest;
}

/** The application of the provider that the file defined. */
async function stockOf({ stack }: Place['server']): Promise<number> {
  const { id } = await stack.db
    .selectFrom('custom_application')
    .innerJoin('resource', 'resource.id', 'resource_id')
    .select('custom_application.id')
    .where('name', '=', 'Stock')
    .where('customer_id', 'is', null)
    .executeTakeFirstOrThrow();
  return id;
}

/** The version of an order that the caller may change in full. */
const versionOf = (...ids: readonly number[]): string =>
  orderVersionOf(ids.map((id) => ({ id, edit: 'here' as const })));

/** A customer has an application of the provider its own way, takes it back, and keeps it as its own. */
async function overrideStory({ take, server }: Place, id: number): Promise<void> {
  await server.stack.db
    .updateTable('resource')
    .set({ shared_with_all: true })
    .where('name', '=', 'Chat')
    .execute();
  const params = { customerId: server.customers.get('acme')!, application: id };
  const own = {
    active: true,
    description: '',
    category: '',
    attributes: statedAttributes({ ports: ['5223'] }),
  };
  const body = { override: own, version: 0 };
  await take(overrideApplication, 'changed', { params, body });
  await take(restoreApplication, 'changed', { params, query: { version: 1 } });
  await take(overrideApplication, 'changed', { params, body });
  await take(markApplicationCustom, 'made', { params, body: { name: 'Own chat', version: 1 } });
}

/** Applications of a customer and of the provider: defined, put in order, changed, deleted. */
export async function applicationStory({ take, server }: Place): Promise<void> {
  const params = { customerId: server.customers.get('acme')! };
  const draft = (name: string) => ({ name, attributes: { ports: ['8443'] } });
  const first = await take(application.customerApplications.create, 'made', { params, body: draft('Shop') });
  const second = await take(application.customerApplications.create, 'made', { params, body: draft('Till') });
  const order = { order: [second.id, first.id], version: versionOf(first.id, second.id) };
  await take(application.customerApplications.reorder, 'changed', { params, body: order });
  const at = { ...params, application: first.id };
  const body = { application: applicationOf('Web shop', { ports: ['8443'] }), version: first.version };
  const { version } = await take(application.customerApplications.update, 'changed', { params: at, body });
  await take(application.customerApplications.delete, 'deleted', { params: at, query: { version } });

  const csv = 'name,ports\nStock,9443\n';
  await take(application.customerApplications.import, 'made', { params, body: { csv } });
  await take(application.providerApplications.import, 'made', { body: { csv } });

  const mail = await take(application.providerApplications.create, 'made', { body: draft('Mail') });
  const chat = await take(application.providerApplications.create, 'made', { body: draft('Chat') });
  const stock = await stockOf(server);
  await take(application.providerApplications.reorder, 'changed', {
    body: { order: [chat.id, mail.id, stock], version: versionOf(stock, mail.id, chat.id) },
  });
  await overrideStory({ take, server }, chat.id);
  const own = { application: mail.id };
  const changed = await take(application.providerApplications.update, 'changed', {
    params: own,
    body: { application: applicationOf('Post', { ports: ['8443'] }), version: mail.version },
  });
  const query = { version: changed.version };
  await take(application.providerApplications.delete, 'deleted', { params: own, query });
  await take(application.updatePrecedence, 'changed', { body: { precedence: 'customer' } });
  await take(application.updatePrecedence, 'changed', { body: { precedence: 'provider' } });
}
