import { documentFields } from '#tests/fixtures/update-fields.ts';
import { emptyDocument, type DashboardDocument } from '#schemas/dashboard/document.ts';
import { assignCustomerHome, assignHome } from '#schemas/dashboard/home-routes.ts';
import { customerDocuments, providerDocuments } from '#schemas/dashboard/routes.ts';
import { shownKinds, type ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import { emptyOf } from '#schemas/report/any-document.ts';
import { customerImages, providerImages } from '#schemas/image/routes.ts';
import { reportRuns } from '#schemas/rendering/routes.ts';
import { customerReports, providerReports } from '#schemas/report/routes.ts';
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

/** What a kind of document starts with. */
interface DocumentStory {
  readonly kind: ShownKind;
  readonly routes: Routes;
}

/** A document: made, changed, moved with its folder, restored, copied, deleted. Returns a copy, which stays. */
async function storyOf(
  { take }: Place,
  { kind, routes }: DocumentStory,
  params: Readonly<Record<string, number>>,
): Promise<number> {
  // The routes take documents of their kind.
  const draft = { name: 'Overview', document: emptyOf(kind) as DashboardDocument };
  const made = await take(routes.create, 'made', { params, body: draft });
  const at = { ...params, resourceId: made.id };
  const body = { ...documentFields, ...draft, folder: 'NOC', version: made.version };
  const { version } = await take(routes.update, 'changed', { params: at, body });
  await take(routes.moveFolder, 'changed', { params, body: { folder: 'NOC', to: 'Core' } });
  const restored = await take(routes.restore, 'changed', {
    params: { ...at, number: 1 },
    body: { version: version + 1 },
  });
  const file = { format: 'telltale-document', version: 1, kind: kind as 'dashboard', ...draft } as const;
  await take(routes.import, 'made', { params, body: { file: { ...file, name: 'From a file' } } });
  // A private copy could get no other owner.
  const visible = 'customerId' in params && { visibility: 'public' as const };
  const copy = await take(routes.duplicate, 'made', { params: at, body: { name: 'Copy', ...visible } });
  await take(routes.delete, 'deleted', { params: at, query: { version: restored.version } });
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

/** Images of a customer and of the provider: uploaded, renamed, deleted. */
async function imageStory({ take, server }: Place): Promise<void> {
  const params = { customerId: server.customers.get('acme')! };
  const data = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>').toString('base64');
  const own = await take(customerImages.upload, 'made', { params, body: { name: 'Logo', data } });
  const at = { ...params, imageId: own.id };
  await take(customerImages.update, 'changed', {
    params: at,
    body: { version: 1, name: 'Brand', data: null },
  });
  await take(customerImages.delete, 'deleted', { params: at, query: { version: 2 } });
  const shared = await take(providerImages.upload, 'made', { body: { name: 'Logo', data } });
  const of = { imageId: shared.id };
  await take(providerImages.update, 'changed', {
    params: of,
    body: { version: 1, name: 'Brand', data: null },
  });
  await take(providerImages.delete, 'deleted', { params: of, query: { version: 2 } });
}

/** A file of a report: requested, cancelled. */
async function fileStory({ take }: Place, params: Readonly<Record<string, number>>): Promise<void> {
  const run = await take(reportRuns.create, 'made', { params, body: { format: 'csv' } });
  await take(reportRuns.cancel, 'deleted', { params: { ...params, runId: run.id } });
}

/** Dashboards, home pages and reports of a customer and of the provider, with their status, owner and share. */
export async function documentStory(place: Place): Promise<void> {
  const { take, server } = place;
  const customerId = server.customers.get('acme')!;
  const owner = await server.account({
    username: 'owner of documents',
    permissions: [
      ...(['TEMPLATE.DASHBOARD.write', 'TEMPLATE.HOME.write', 'DASHBOARD.write', 'HOME.write'] as const),
      ...(['TEMPLATE.REPORT.write', 'REPORT.write'] as const),
    ],
  });
  await homeStory(place);
  await imageStory(place);
  const ofCustomers = { ...customerDocuments, report: customerReports as unknown as Routes };
  const ofProvider = { ...providerDocuments, report: providerReports as unknown as Routes };
  for (const kind of shownKinds) {
    const retained = { kind, routes: ofCustomers[kind] };
    const placed = { customerId, resourceId: await storyOf(place, retained, { customerId }) };
    if (kind === 'dashboard') {
      const body = {
        name: 'wall of dashboards',
        customer: customerId,
        documents: [placed.resourceId],
        days: 30,
      };
      await take(createDashboardDisplay, 'made', { body });
    }
    if (kind === 'report') await fileStory(place, placed);
    const off = { active: false, comment: 'Old' };
    const { updateStatus, updateOwner } = placedRoutes[kind];
    await take(updateStatus, 'changed', { params: placed, body: { ...off, version: 1 } });
    await take(updateOwner, 'changed', { params: placed, body: { owner, version: 2 } });
    const params = { resourceId: await storyOf(place, { kind, routes: ofProvider[kind] }, {}) };
    const sharing = sharingRoutes[kind];
    const share = { everyone: false, profiles: [], clients: [customerId] };
    await take(sharing.share, 'changed', { params, body: { ...share, version: 1 } });
    await take(sharing.unshare, 'changed', { params, query: { version: 2 } });
    await take(sharing.updateStatus, 'changed', { params, body: { ...off, version: 3 } });
    await take(sharing.updateOwner, 'changed', { params, body: { owner, version: 4 } });
  }
}
