import { documentFields } from '#tests/fixtures/update-fields.ts';
import { emptyDocument } from '#schemas/dashboard/document.ts';
import { assignCustomerHome, assignHome } from '#schemas/dashboard/home-routes.ts';
import { customerDocuments, documentKinds, providerDocuments } from '#schemas/dashboard/routes.ts';
import { createDashboardDisplay } from '#schemas/token/routes.ts';
import { placedRoutes } from '#schemas/sharing/placed-routes.ts';
import { sharingRoutes } from '#schemas/sharing/routes.ts';
import type { ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import type { AuditSteps } from './steps.ts';

interface Place {
  readonly take: AuditSteps['take'];
  readonly server: ServerUnderTest;
}
type Routes = (typeof customerDocuments | typeof providerDocuments)['dashboard'];

/** A document: made, changed, moved with its folder, restored, copied, deleted. Returns a copy, which stays. */
async function storyOf(
  { take }: Place,
  routes: Routes,
  params: Readonly<Record<string, number>>,
): Promise<number> {
  const draft = { name: 'Overview', document: emptyDocument };
  const made = await take(routes.create, 'made', { params, body: draft });
  const at = { ...params, resourceId: made.id };
  const body = { ...documentFields, ...draft, folder: 'NOC', version: made.version };
  const { version } = await take(routes.update, 'changed', { params: at, body });
  await take(routes.moveFolder, 'changed', { params, body: { folder: 'NOC', to: 'Core' } });
  const restored = await take(routes.restore, 'changed', {
    params: { ...at, number: 1 },
    body: { version: version + 1 },
  });
  const file = { format: 'telltale-document', version: 1, kind: 'dashboard', ...draft } as const;
  await take(routes.import, 'made', { params, body: { file: { ...file, name: 'From a file' } } });
  const copy = await take(routes.duplicate, 'made', { params: at, body: { name: 'Copy' } });
  await take(routes.delete, 'gone', { params: at, query: { version: restored.version } });
  return copy.id;
}

/** Home pages of a customer and of a profile. */
async function homeStory({ take, server }: Place): Promise<void> {
  const params = { customerId: server.customers.get('acme')! };
  const draft = { name: 'Landing', document: emptyDocument };
  const own = await take(customerDocuments.home.create, 'made', { params, body: draft });
  await take(assignCustomerHome, 'made', { params, body: { home: own.id } });
  const template = await take(providerDocuments.home.create, 'made', { body: draft });
  const { id } = await server.stack.db
    .insertInto('customer_profile')
    .values({ name: 'Landing' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await take(assignHome, 'made', { body: { to: { kind: 'profile', id }, home: template.id } });
}

/** Dashboards and home pages of a customer and of the provider, with their status, owner and share. */
export async function documentStory(place: Place): Promise<void> {
  const { take, server } = place;
  const customerId = server.customers.get('acme')!;
  const owner = await server.account({
    username: 'owner of documents',
    permissions: ['TEMPLATE.DASHBOARD.write', 'TEMPLATE.HOME.write', 'DASHBOARD.write', 'HOME.write'],
  });
  await homeStory(place);
  for (const kind of documentKinds) {
    const placed = { customerId, resourceId: await storyOf(place, customerDocuments[kind], { customerId }) };
    if (kind === 'dashboard') {
      const body = {
        name: 'wall of dashboards',
        customer: customerId,
        documents: [placed.resourceId],
        days: 30,
      };
      await take(createDashboardDisplay, 'made', { body });
    }
    const off = { active: false, comment: 'Old' };
    const { updateStatus, updateOwner } = placedRoutes[kind];
    await take(updateStatus, 'changed', { params: placed, body: { ...off, version: 1 } });
    await take(updateOwner, 'changed', { params: placed, body: { owner, version: 2 } });
    const params = { resourceId: await storyOf(place, providerDocuments[kind], {}) };
    const sharing = sharingRoutes[kind];
    const share = { everyone: false, profiles: [], clients: [customerId] };
    await take(sharing.share, 'changed', { params, body: { ...share, version: 1 } });
    await take(sharing.unshare, 'changed', { params, query: { version: 2 } });
    await take(sharing.updateStatus, 'changed', { params, body: { ...off, version: 3 } });
    await take(sharing.updateOwner, 'changed', { params, body: { owner, version: 4 } });
  }
}
