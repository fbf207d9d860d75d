import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import { documentCalls } from './foreign-documents.ts';
import { applicationOf, clusterFields, customerFields } from '#tests/fixtures/update-fields.ts';
import type { Foreign } from './foreign-rows.ts';

interface ForeignCall {
  /** In place of the parameters of the path, in their order; with the query behind the last one. */
  readonly ids?: readonly (number | string)[];
  readonly query?: string;
  readonly body?: unknown;
  /** The code of its rejection, unless it is one of the usual ones. */
  readonly code?: string;
}

const customerDraft = {
  ...customerFields,
  name: 'Taken',
  defaultRole: null,
  contractedInBps: null,
  contractedOutBps: null,
};
const person = { username: 'taken', firstName: 'A', lastName: 'B', email: 'a@example.net', language: 'en' };

/** A call of a route of the provider, by method and path, that names what is foreign, in its path or in its body. */
export const foreignCalls = (of: Foreign, own: { readonly customer: number; readonly role: number }) => {
  const cockpit = { ids: [of.cockpit] };
  const application = { ids: [of.applicationResource] };
  const cluster = { ids: [of.cluster] };
  const area = { ...clusterFields, type: 'area', name: 'Taken', sites: [of.site] };
  const alarm = { ids: [of.cockpit, of.alarm] };
  const { clientId, sites } = { clientId: 'initech', sites: [{ name: 'Hall', latitude: 1, longitude: 2 }] };
  const user = { ...person, role: own.role, allCustomers: false, profiles: [], restrictions: [] };
  const user404 = { ids: [of.account] };
  const calls: Readonly<Record<string, ForeignCall>> = {
    'PUT /cc/alert/filter/:filter': {
      ids: [of.filter],
      body: { name: 'Taken', search: {}, shared: false, version: 1 },
    },
    'DELETE /cc/alert/filter/:filter': { ids: [of.filter], query: '?version=1' },
    'PUT /cc/alert/filter-default': { body: { filter: of.filter } },
    'GET /cc/customer/:id': { ids: [of.customer] },
    'GET /cc/inventory/:kind': { ids: ['site'], query: `?customers=${String(of.customer)}` },
    'POST /cc/customer': { body: { ...customerDraft, clientId: 'taken', profile: of.profile } },
    'PUT /cc/customer/:id': {
      ids: [of.customer],
      body: { ...customerDraft, profile: of.profile, version: 1 },
    },
    'GET /cc/customer/:id/brand': { ids: [of.customer] },
    'PUT /cc/customer/:id/brand': {
      ids: [of.customer],
      body: { primary: null, secondary: null, logo: null, retainsLogo: true, version: 0 },
    },
    'DELETE /cc/customer/:id': { ids: [of.customer], query: '?clientId=initech' },
    'PUT /cc/profile/:id': { ids: [of.profile], body: { name: 'Taken' } },
    'DELETE /cc/profile/:id': { ids: [of.profile] },
    'GET /mt/cockpit-alarm/:alarm': { ids: [of.alarm] },
    'GET /mt/cockpit/:cockpitId': cockpit,
    'PUT /mt/cockpit/:cockpitId': { ...cockpit, body: { name: 'Taken', description: '', version: 1 } },
    'DELETE /mt/cockpit/:cockpitId': { ...cockpit, query: '?version=1' },
    'POST /mt/cockpit/:cockpitId/open': { ...cockpit, body: {} },
    'POST /mt/cockpit/:cockpitId/duplicate': { ...cockpit, body: { name: 'Taken' } },
    'GET /mt/cockpit/:cockpitId/file': cockpit,
    'POST /mt/cockpit/file': {
      body: {
        file: { format: 'telltale-cockpit', version: 1, cockpit: { name: 'Taken' }, alarms: [] },
        enable: false,
        replaces: { id: of.cockpit, version: 1 },
      },
    },
    'GET /mt/cockpit/:cockpitId/versions': cockpit,
    'GET /mt/cockpit/:cockpitId/versions/:number/difference': { ids: [of.cockpit, 1] },
    'POST /mt/cockpit/:cockpitId/versions/:number/restore': { ids: [of.cockpit, 1], body: { version: 1 } },
    'POST /mt/cockpit/:cockpitId/alarms': { ...cockpit, body: anAlarmDraft() },
    'PUT /mt/cockpit/:cockpitId/alarms/:alarm': {
      ...alarm,
      body: { ...anAlarmDraft(), runbook: '', version: 1 },
    },
    'PATCH /mt/cockpit/:cockpitId/alarms/:alarm': { ...alarm, body: { version: 1, enabled: false } },
    'DELETE /mt/cockpit/:cockpitId/alarms/:alarm': { ...alarm, query: '?version=1' },
    'GET /mt/cockpit/:cockpitId/alarms/:alarm/thresholds': alarm,
    'PUT /mt/cockpit/:cockpitId/alarms/:alarm/thresholds': {
      ...alarm,
      body: { version: 1, target: { customer: own.customer }, value: 1 },
    },
    'DELETE /mt/cockpit/:cockpitId/alarms/:alarm/thresholds': {
      ...alarm,
      query: `?version=1&customer=${String(own.customer)}`,
    },
    'GET /mt/cockpit/:cockpitId/alarms/:alarm/thresholds/chain': { ...alarm, query: '?element=1' },
    'GET /mt/cockpit/:cockpitId/alarms/:alarm/thresholds/elements': alarm,
    'GET /mt/cockpit/:cockpitId/alarms/:alarm/customer-thresholds': alarm,
    'PATCH /mt/cockpit/:cockpitId/alarms/:alarm/customer-thresholds/:customer': {
      ids: [of.cockpit, of.alarm, own.customer],
      body: { frozen: true },
    },
    'DELETE /mt/cockpit/:cockpitId/alarms/:alarm/customer-thresholds/:customer': {
      ids: [of.cockpit, of.alarm, own.customer],
    },
    'POST /mt/debug': { body: { site: of.site } },
    'POST /mt/debug/:id/stop': { ids: [of.recording] },
    'DELETE /mt/debug/:id': { ids: [of.recording] },
    'GET /mt/debug/:id/file': {
      ids: [of.recording],
      query: '?collector=collector&run=r1&exporter=192.0.2.1&kind=raw-data&format=pcap',
    },
    'GET /mt/debug/templates': { query: `?site=${String(of.site)}` },
    'POST /mt/inventory/import': { body: { customers: [{ clientId, name: 'Taken', sites }] } },
    'POST /mt/inventory/device': {
      body: {
        customer: { is: 'stored', id: of.customer },
        site: { is: 'stored', id: of.site },
        device: { name: 'Taken', address: '192.0.2.77', exportsFlows: false, interfaces: [] },
        access: { version: 'none' },
      },
      code: 'VALIDATION',
    },
    'GET /mt/provisioning/:importId': { ids: [of.importRun] },
    'GET /mt/provisioning/:importId/source': { ids: [of.importRun] },
    'GET /mt/provisioning/:importId/result': { ids: [of.importRun] },
    'POST /mt/provisioning/:importId/plan': {
      ids: [of.importRun],
      body: { mode: 'lines', removeMissing: false, mapping: { customer: 'customer' } },
    },
    'POST /mt/provisioning/:importId/apply': { ids: [of.importRun] },
    'POST /mt/provisioning/:importId/cancel': { ids: [of.importRun] },
    'POST /mt/provisioning/:importId/repeat': { ids: [of.importRun] },
    'POST /mt/provisioning/:importId/undo': { ids: [of.importRun] },
    'POST /mt/polling/test': {
      body: {
        device: of.site,
        reading: { level: 'device', oid: '1.3.6.1.2.1.1.3.0', valueType: 'timeTicks' },
      },
    },
    'PUT /mt/share-resource/cockpit/:resourceId': {
      ...cockpit,
      body: { version: 1, everyone: false, profiles: [], clients: [own.customer] },
    },
    'DELETE /mt/share-resource/cockpit/:resourceId': { ...cockpit, query: '?version=1' },
    'PUT /mt/share-resource/cockpit/:resourceId/owner': { ...cockpit, body: { version: 1, owner: 1 } },
    'PUT /mt/share-resource/cockpit/:resourceId/status': { ...cockpit, body: { version: 1, active: false } },
    'PUT /mt/share-resource/application/:resourceId': {
      ...application,
      body: { version: 1, everyone: false, profiles: [], clients: [own.customer] },
    },
    'DELETE /mt/share-resource/application/:resourceId': { ...application, query: '?version=1' },
    'PUT /mt/share-resource/application/:resourceId/owner': {
      ...application,
      body: { version: 1, owner: 1 },
    },
    'PUT /mt/share-resource/application/:resourceId/status': {
      ...application,
      body: { version: 1, active: false },
    },
    'PUT /mt/share-resource/cluster/:resourceId': {
      ...cluster,
      body: { version: 1, everyone: false, profiles: [], clients: [own.customer] },
    },
    'DELETE /mt/share-resource/cluster/:resourceId': { ...cluster, query: '?version=1' },
    'PUT /mt/share-resource/cluster/:resourceId/owner': { ...cluster, body: { version: 1, owner: 1 } },
    'PUT /mt/share-resource/cluster/:resourceId/status': { ...cluster, body: { version: 1, active: false } },
    // A site hidden from the caller is treated as missing.
    'POST /mt/cluster': { body: area, code: 'VALIDATION' },
    'PUT /mt/cluster/:resourceId': { ...cluster, body: { cluster: area, version: 1 } },
    'DELETE /mt/cluster/:resourceId': { ...cluster, query: '?version=1' },
    'GET /mt/application/:application/documents': { ids: [of.application] },
    'PUT /mt/application/:application': {
      ids: [of.application],
      body: { application: applicationOf('Taken', { ports: ['1'] }), version: 1 },
    },
    'DELETE /mt/application/:application': { ids: [of.application], query: '?version=1' },
    'PUT /mt/application-order': { body: { order: [of.application], version: 'none' } },
    'POST /mt/user': { body: { ...user, customers: [of.customer] } },
    'GET /mt/user/:id': user404,
    'PUT /mt/user/:id': { ...user404, body: { ...user, customers: [own.customer], version: 1 } },
    'DELETE /mt/user/:id': user404,
    'POST /mt/user/:id/lock': user404,
    'POST /mt/user/:id/unlock': { ...user404, body: { confirmed: true } },
    'POST /mt/user/:id/password': user404,
    'PUT /mt/user/:id/sign-in-method': { ...user404, body: { elsewhere: true } },
    'GET /mt/user/:id/rights': user404,
    'GET /mt/user/:id/access': { ...user404, query: '?permission=ALERT.read' },
    'POST /mt/user/:id/secondFactor/removal': user404,
    'DELETE /mt/user/:id/session': user404,
    'GET /mt/user/:id/token': user404,
    'DELETE /mt/user-token/:id': { ids: [of.token] },
    ...documentCalls('dashboard', of.dashboard, own.customer),
    ...documentCalls('home', of.home, own.customer),
    ...documentCalls('report', of.report, own.customer),
    'GET /mt/user-choices/:id/sites': { ids: [of.customer] },
  };
  return calls;
};

/** Provider routes that name no object of a customer; their lists are checked too. */
export const withoutForeignIds: Readonly<Record<string, string>> = {
  'POST /cc/explore': 'reads the flows of the caller’s customers (tests/api/explore/explore.test.ts)',
  'PUT /cc/alert/layout': 'arranges one’s own screen',
  'POST /cc/alert/filter': 'creates a new one',
  'POST /cc/profile': 'creates a new one',
  'POST /mt/audit/verification': 'answers numbers of the chain',
  'POST /mt/application': 'creates a new one',
  'POST /mt/application-match': 'reads the traffic of the caller’s customers (custom-applications.test.ts)',
  'POST /mt/application-import': 'changes what the caller may change, by name (sharing.test.ts)',
  'POST /mt/cockpit': 'creates a new one',
  'POST /mt/cockpit/backtest': 'runs over the caller’s customers (backtest.test.ts)',
  'POST /mt/cockpit/preview': 'reads the caller’s customers (backtest.test.ts)',
  'GET /mt/cockpit/backtest/:backtestId': 'is of who started it, by a random id (backtest.test.ts)',
  'DELETE /mt/cockpit/backtest/:backtestId': 'is of who started it, by a random id (backtest.test.ts)',
  'POST /mt/cockpit/groups': 'leaves out whom the caller does not see (cockpit-groups.test.ts)',
  'PUT /mt/cockpit/groups/:group': 'is bounded by reach (boundaries.test.ts)',
  'DELETE /mt/cockpit/groups/:group': 'is bounded by reach (boundaries.test.ts)',
  'POST /mt/dashboard': 'creates a new one',
  'POST /mt/home': 'creates a new one',
  'POST /mt/report': 'creates a new one',
  'POST /mt/report-image': 'creates a new one',
  'GET /mt/report-image/:imageId/content': 'images of the provider are of the installation (images.test.ts)',
  'GET /mt/report-image/:imageId/uses': 'counts reports that the caller may not open (images.test.ts)',
  'PUT /mt/report-image/:imageId': 'images of the provider are of the installation (images.test.ts)',
  'DELETE /mt/report-image/:imageId': 'images of the provider are of the installation (images.test.ts)',
  'PUT /mt/dashboard/folder': 'moves what the caller may change (tests/api/dashboard/folders.test.ts)',
  'PUT /mt/home/folder': 'moves what the caller may change (tests/api/dashboard/folders.test.ts)',
  'PUT /mt/report/folder': 'moves what the caller may change (tests/api/dashboard/folders.test.ts)',
  'GET /mt/license/day/:day': 'names the caller’s customers (tests/api/billing/billing.test.ts)',
  'POST /mt/provisioning': 'uploads a file of its own (tests/api/provisioning/imports.test.ts)',
  'POST /mt/provisioning-mapping': 'saves columns of the caller’s customers',
  'PUT /mt/provisioning-mapping/:mappingId':
    'columns belong to customers (tests/api/provisioning/owners.test.ts)',
  'DELETE /mt/provisioning-mapping/:mappingId':
    'columns belong to customers (tests/api/provisioning/owners.test.ts)',
  'GET /mt/kpi/:key/alarms': 'leaves out cockpits that the caller may not open (kpi-alarms.test.ts)',
  'GET /mt/kpi/:key/documents': 'counts documents that the caller may not open (document-uses.test.ts)',
  'GET /mt/polling/:id/use': 'names the caller’s devices (poller-use.test.ts)',
  'POST /mt/role': 'roles are of the installation, bounded by rights (role-library.test.ts)',
  'PUT /mt/role/:id': 'is bounded by reach (boundaries.test.ts)',
  'DELETE /mt/role/:id': 'is bounded by reach (boundaries.test.ts)',
  'PUT /mt/sign-in/roles/:role': 'is bounded by reach (boundaries.test.ts)',
  'GET /mt/terms/versions/:version': 'terms are of the installation; who accepted: account-step.test.ts',
};
