import type { FastifyInstance } from 'fastify';
import { applicationPlugin } from '../features/application/application-plugin.ts';
import { responsePlugin } from '../features/application/response-plugin.ts';
import { trafficPlugin } from '../features/application/traffic-plugin.ts';
import { streams } from '#schemas/bus/stream.ts';
import { applicationDefaults } from '#schemas/limit/dashlet.ts';
import { ApplicationFiles } from '../features/application/application-files.ts';
import { ApplicationRepository } from '../features/application/application-repository.ts';
import { OverrideRepository } from '../features/application/override-repository.ts';
import { clusterPlugin } from '../features/cluster/cluster-plugin.ts';
import { ClusterRepository } from '../features/cluster/cluster-repository.ts';
import { ClusterTemplateRepository } from '../features/cluster/cluster-template-repository.ts';
import { collectorPlugin } from '../features/collector/collector-plugin.ts';
import { exportersPlugin } from '../features/collector/exporters-plugin.ts';
import { debugPlugin } from '../features/debug/debug-plugin.ts';
import { flowRecordsPlugin } from '../features/debug/flow-records-plugin.ts';
import { RecordingRepository } from '../features/debug/recording-repository.ts';
import { templatesPlugin } from '../features/debug/templates-plugin.ts';
import { discoveryPlugin } from '../features/discovery/discovery-plugin.ts';
import { DiscoveryRepository } from '../features/discovery/discovery-repository.ts';
import { auditReadPlugin } from '../features/audit/audit-plugin.ts';
import { CustomerRepository } from '../features/customer/customer-repository.ts';
import { readConfigurations } from '../features/configuration/read-configurations.ts';
import { configurationPlugin } from '../features/configuration/configuration-plugin.ts';
import { customerPlugin } from '../features/customer/customer-plugin.ts';
import { healthPlugin } from '../features/health/health-plugin.ts';
import { bundlePlugin } from '../features/health/bundle/bundle-plugin.ts';
import { healthRoutesPlugin } from '../features/health/health-routes-plugin.ts';
import { streamFillPlugin } from '../features/health/stream-fill-plugin.ts';
import { NetworkFiles } from '../features/inventory/import/network-files.ts';
import { inventoryPlugin } from '../features/inventory/inventory-plugin.ts';
import { readAskable } from '../features/dashboard/document-transaction.ts';
import { addDevicePlugin } from '../features/inventory/addition/add-device-plugin.ts';
import { proposeDevicePlugin } from '../features/inventory/addition/propose-device-plugin.ts';
import { hiddenClusters } from '../features/data/elements/hidden-clusters.ts';
import { inventoryChangePlugin } from '../features/inventory/change/inventory-change-plugin.ts';
import { CollectionEffect } from '../features/inventory/list/collection-effect.ts';
import { AlertReader } from '../features/alerting/alert-reader.ts';
import { LiveReader } from '../features/inventory/live/live-reader.ts';
import { elementNotePlugin } from '../features/inventory/note/note-plugin.ts';
import { ElementNoteRepository } from '../features/inventory/note/note-repository.ts';
import { InventoryList } from '../features/inventory/list/inventory-list.ts';
import { LineFindingReports } from '../shared/line/line-findings.ts';
import { readModelsInForce } from '../shared/qos/models-in-force.ts';
import { inventoryListPlugin } from '../features/inventory/list/inventory-list-plugin.ts';
import { pollerTestPlugin } from '../features/polling/poller-test-plugin.ts';
import { pollerUsePlugin } from '../features/polling/poller-use-plugin.ts';
import { provisioningPlugin } from '../features/provisioning/provisioning-plugin.ts';
import { pollingPlugin } from '../features/polling/polling-plugin.ts';
import { PollingRepository } from '../features/polling/polling-repository.ts';
import { pollingStatePlugin } from '../features/collector/polling-state-plugin.ts';
import { agentPlugin } from '../features/settings/agent/agent-plugin.ts';
import { AgentRepository } from '../features/settings/agent/agent-repository.ts';
import { alarmMailPlugin } from '../features/settings/mail/alarm-mail-plugin.ts';
import { AlarmMailRepository } from '../features/settings/mail/alarm-mail-repository.ts';
import { brandPlugin } from '../features/brand/brand-plugin.ts';
import { BrandRepository } from '../features/brand/brand-repository.ts';
import { announcementPlugin } from '../features/settings/announcement/announcement-plugin.ts';
import { signInPolicyPlugin } from '../features/settings/sign-in/sign-in-policy-plugin.ts';
import { AnnouncementRepository } from '../features/settings/announcement/announcement-repository.ts';
import { billingPlugin } from '../features/billing/billing-plugin.ts';
import { licensePlugin } from '../features/settings/license/license-plugin.ts';
import { LicenseRepository } from '../features/settings/license/license-repository.ts';
import { licenseAuthorities } from '../shared/license/vendor-authority.ts';
import { iframePlugin } from '../features/settings/iframe/iframe-plugin.ts';
import { IframeRepository } from '../features/settings/iframe/iframe-repository.ts';
import { livewirePlugin } from '../features/settings/livewire/livewire-plugin.ts';
import { LivewireRepository } from '../features/settings/livewire/livewire-repository.ts';
import { smtpPlugin } from '../features/settings/smtp/smtp-plugin.ts';
import { SmtpRepository } from '../features/settings/smtp/smtp-repository.ts';
import { DocumentRepository } from '../features/dashboard/document-repository.ts';
import { snmpCredentialPlugin } from '../features/settings/snmp/credential-plugin.ts';
import { SnmpCredentialRepository } from '../features/settings/snmp/credential-repository.ts';
import { trapReceiverPlugin } from '../features/settings/snmp/trap-receiver-plugin.ts';
import { TrapReceiverRepository } from '../features/settings/snmp/trap-receiver-repository.ts';
import { webhookPlugin } from '../features/settings/webhook/webhook-plugin.ts';
import { WebhookRepository } from '../features/settings/webhook/webhook-repository.ts';
import { ProfileRepository } from '../features/profile/profile-repository.ts';
import { profilePlugin } from '../features/profile/profile-plugin.ts';
import { RoleRepository } from '../features/role/role-repository.ts';
import { rolePlugin } from '../features/role/role-plugin.ts';
import { TokenRepository, type TokenRepositoryNeeds } from '../features/token/token-repository.ts';
import { tokenPlugin } from '../features/token/token-plugin.ts';
import { UserRepository } from '../features/user/user-repository.ts';
import { publicPlugin } from '../features/scheduling/public-plugin.ts';
import { ReportMailRepository } from '../features/scheduling/report-mail/report-mail-repository.ts';
import { RunRepository } from '../features/scheduling/run-repository.ts';
import { schedulingPlugin } from '../features/scheduling/scheduling-plugin.ts';
import { SchedulingRepository } from '../features/scheduling/scheduling-repository.ts';
import { SubscriptionRepository } from '../features/scheduling/subscription-repository.ts';
import { SharingRepository } from '../features/sharing/sharing-repository.ts';
import { sharingPlugin } from '../features/sharing/sharing-plugin.ts';
import { userPlugin } from '../features/user/user-plugin.ts';
import { ImageReader } from '../shared/image/image-reader.ts';
import { accessAnnouncer } from '../kernel/access/access-change.ts';
import type { AppNeeds } from './app-needs.ts';
import type { FeatureNeeds } from './feature-needs.ts';
import { FirstStepsRepository } from '../features/first-steps/first-steps-repository.ts';
import { firstStepsPlugin } from '../features/first-steps/first-steps-plugin.ts';
import { readPollerReports } from '../features/collector/polling-reports.ts';
import { addAlarmFeatures, addMeasureFeatures } from './add-alarm-features.ts';
import { addSdwanFeatures } from './add-sdwan-features.ts';

/** Users, roles, customers, profiles, tokens and the audit trail. */
function addAccessFeatures(
  app: FastifyInstance,
  needs: AppNeeds,
  {
    stores: { access },
    notices,
    expressions: { matching },
  }: Pick<FeatureNeeds, 'stores' | 'notices' | 'expressions'>,
): void {
  const { db, bus, clock, ids } = needs;
  const announce = accessAnnouncer(access, bus);
  userPlugin(app, { users: new UserRepository({ db, clock }), db, clock, announce, ids, notices });
  rolePlugin(app, { roles: new RoleRepository({ db, clock }), announce });
  customerPlugin(app, { customers: new CustomerRepository({ db, clock }), bus, announce });
  profilePlugin(app, { profiles: new ProfileRepository({ db, clock }), bus, announce });
  const clusters = new ClusterRepository({ db, clock });
  const sees = { cluster: clusters.sees.bind(clusters) };
  sharingPlugin(app, { sharing: new SharingRepository({ db, clock, sees }), bus });
  const { content } = new DocumentRepository({ db, clock, matching });
  const dashboard: TokenRepositoryNeeds['dashboard'] = (customer, id, caller) =>
    content({ kind: 'dashboard', customer }, id, caller);
  tokenPlugin(app, { tokens: new TokenRepository({ db, clock, ids, announce, dashboard }) });
  auditReadPlugin(app, { db, clock });
  signInPolicyPlugin(app, { db, clock });
  const reader = new ImageReader(clock);
  app.addHook('onClose', () => reader.close());
  brandPlugin(app, { db, brands: new BrandRepository({ db, clock, reader }) });
  announcementPlugin(app, { announcements: new AnnouncementRepository({ db, clock }), bus });
}

interface WithCredentials {
  readonly credentials: SnmpCredentialRepository;
}

/** Readiness of the console: every store, its tables, the disk of the embedded ones, an engine, and a writer of each partition. */
function addHealth(
  app: FastifyInstance,
  { db, clickhouse, bus, clock, disk }: AppNeeds,
  { live, heartbeats, tableProbe }: FeatureNeeds,
): void {
  healthPlugin(app, {
    clock,
    tiers: {
      clickhouse: () => clickhouse.ping(),
      tables: () => tableProbe.unreadable,
      postgres: async () => (await db.selectFrom('role').select('id').limit(1).execute()).length >= 0,
      // JetStream may have stopped in a server that still accepts connections.
      nats: async () => bus.connected() && (await bus.streamState(streams.samples.name)).bytes >= 0,
      engine: () => live.mirror.isReady && heartbeats.engine,
      writer: () => heartbeats.writer,
      disk: () => disk?.isFull !== true,
    },
  });
}

/** The judged platform, its streams, and what support needs of it. */
function addPlatformFeatures(app: FastifyInstance, needs: AppNeeds, features: FeatureNeeds): void {
  const { bus } = needs;
  const { rejections, letters, health, options } = features;
  healthRoutesPlugin(app, health);
  app.addHook('onClose', () => health.end());
  bundlePlugin(app, {
    ...needs,
    monitor: health.monitor,
    store: health.store,
    configuration: () => readConfigurations(bus),
    logFolder: options.logFolder,
    env: process.env,
  });
  addHealth(app, needs, features);
  streamFillPlugin(app, { bus, rejections, letters });
}

/** How elements are found and polled, and the checklist of a new installation. */
function addCollection(
  app: FastifyInstance,
  { db, clickhouse, bus, clock, inventory, secrets }: AppNeeds,
  { options, acceptance, provisioning, credentials }: FeatureNeeds & WithCredentials,
): void {
  const { snmpAllowedNetworks: allowedNetworks = [], dataFolder } = options;
  const pollers = new PollingRepository({ db, clock });
  pollingPlugin(app, { pollers, bus });
  pollerUsePlugin(app, { pollers, inventory, bus });
  pollerTestPlugin(app, { inventory, bus });
  const discoveries = new DiscoveryRepository({ db, clock });
  const wake = (): void => {
    acceptance.wake();
  };
  discoveryPlugin(app, { discoveries, credentials, bus, wake, secrets, allowedNetworks });
  provisioningPlugin(app, provisioning);
  const stored = new FirstStepsRepository({ db, clock });
  const pollerReports = () => readPollerReports(bus);
  firstStepsPlugin(app, { db, clickhouse, bus, clock, inventory, stored, pollerReports, dataFolder });
}

/** Inventory, clusters, applications, and how they are collected. */
function addNetworkFeatures(
  app: FastifyInstance,
  needs: AppNeeds,
  features: FeatureNeeds & WithCredentials,
): void {
  const { db, clickhouse, bus, clock, inventory, secrets } = needs;
  const { options } = features;
  const { maxPerCustomer: max, slownessMarkerMs: slowFromMs } = options.applications ?? applicationDefaults;
  const { snmpAllowedNetworks: allowedNetworks = [] } = options;
  const templates = new ClusterTemplateRepository({ db, clock });
  clusterPlugin(app, { clusters: new ClusterRepository({ db, clock }), templates, bus });
  const limited = { db, clock, max };
  const files = new ApplicationFiles(clock);
  app.addHook('onClose', () => files.close());
  const applications = new ApplicationRepository({ ...limited, files });
  applicationPlugin(app, { applications, overrides: new OverrideRepository(limited), bus });
  responsePlugin(app, { db, clickhouse, clock, slowFromMs });
  trafficPlugin(app, { db, clickhouse, clock });
  collectorPlugin(app, { bus });
  configurationPlugin(app, { bus });
  exportersPlugin(app, { clickhouse, clock, inventory });
  debugPlugin(app, { recordings: new RecordingRepository({ db, clock }), bus, clock, inventory });
  templatesPlugin(app, { bus, inventory });
  flowRecordsPlugin(app, { clickhouse });
  const networkFiles = new NetworkFiles(clock);
  app.addHook('onClose', () => networkFiles.close());
  inventoryPlugin(app, { db, bus, secrets, files: networkFiles, allowedNetworks });
  addDevicePlugin(app, { db, bus, secrets });
  proposeDevicePlugin(app, { db, bus, secrets, inventory });
  agentPlugin(app, { agents: new AgentRepository({ db, clock, clickhouse }), bus });
  livewirePlugin(app, { livewire: new LivewireRepository({ db, clock }), inventory });
  const effect = new CollectionEffect({ bus, db, clock });
  const models = (customers: readonly number[]) => readModelsInForce(db, customers);
  const lines = new LineFindingReports({ bus, clock });
  const findings = () => lines.read();
  const list = new InventoryList({ inventory, clock, effect, models, findings });
  const { mirror, visibility } = features.live;
  const alerts = new AlertReader({ mirror, visibility, inventory, clickhouse, db, clock });
  const live = new LiveReader({
    clickhouse,
    clock,
    inventory,
    alarms: (caller, customer) => alerts.alertsOf(caller, customer)?.alarms.values() ?? [],
    visible: (caller) => alerts.visibleTo(caller),
    seen: async () => {
      const reports = await readPollerReports(bus);
      return new Map([...reports.values()].map(({ device, respondedAt }) => [device, respondedAt] as const));
    },
  });
  inventoryListPlugin(app, { db, inventory, list, live, effect, findings, readAskable });
  elementNotePlugin(app, { list, notes: new ElementNoteRepository({ db, clock, inventory }) });
  inventoryChangePlugin(app, {
    db,
    clickhouse,
    clock,
    bus,
    inventory,
    list: {
      choose: (scope, chosen) => list.choose({ ...scope, live: live.for(scope.viewer) }, chosen),
    },
    readAskable,
    running: (customer) => features.live.mirror.customers.get(customer)?.alarms.values() ?? [],
    hiddenClusters: (customer, caller) => hiddenClusters(db, customer, caller),
  });
  addPlatformFeatures(app, needs, features);
  pollingStatePlugin(app, { bus, inventory, findings });
  addCollection(app, needs, features);
}

/** Targets of notifications, SNMP credentials, and the whitelist of iframes. */
function addTargetFeatures(
  app: FastifyInstance,
  { db, bus, clock, secrets }: AppNeeds,
  {
    credentials,
    frames: patterns,
    expressions,
  }: WithCredentials & Pick<FeatureNeeds, 'frames' | 'expressions'>,
): void {
  const whitelist = new IframeRepository({ db, clock, trial: expressions.trial });
  iframePlugin(app, { whitelist, patterns, matching: expressions.matching, bus });
  webhookPlugin(app, {
    webhooks: new WebhookRepository({ db, clock, secrets }),
    db,
    clock,
    bus,
    secrets,
  });
  smtpPlugin(app, { settings: new SmtpRepository({ db, clock, secrets }), bus, secrets });
  alarmMailPlugin(app, { mails: new AlarmMailRepository({ db, clock }), db, clock, bus, secrets });
  snmpCredentialPlugin(app, { credentials, bus, secrets });
  trapReceiverPlugin(app, {
    receivers: new TrapReceiverRepository({ db, clock, secrets }),
    db,
    clock,
    bus,
    secrets,
  });
}

/** Units that are billed, and the license that covers them. */
function addBillingFeatures(
  app: FastifyInstance,
  { db, clock, ids }: AppNeeds,
  { billing, options }: FeatureNeeds,
): void {
  const authorities = licenseAuthorities(options.licenseAuthorities);
  billingPlugin(app, { db, clock, ids, billing });
  licensePlugin(app, new LicenseRepository({ db, clock, authorities }));
}

/** Reports by mail. */
function addSchedulingFeatures(
  app: FastifyInstance,
  { db, bus, clock, inventory }: AppNeeds,
  { scheduling: { links, runner }, live: { visibility } }: FeatureNeeds,
): void {
  const subscriptions = new SubscriptionRepository({ db, clock });
  schedulingPlugin(app, {
    db,
    bus,
    inventory,
    visibility,
    schedulings: new SchedulingRepository({ db, clock, inventory, visibility }),
    subscriptions,
    runs: new RunRepository({ db, clock }),
    reportMails: new ReportMailRepository({ db, clock }),
    wake: () => {
      runner.wake();
    },
  });
  publicPlugin(app, { db, clock, links, subscriptions });
}

/** Registers every feature of the API except authentication. */
export function addFeatures(app: FastifyInstance, needs: AppNeeds, features: FeatureNeeds): void {
  const credentials = new SnmpCredentialRepository(needs);
  void app.register(async (scope) => {
    addAlarmFeatures(scope, needs, features);
    addMeasureFeatures(scope, needs, features);
    addNetworkFeatures(scope, needs, { ...features, credentials });
    addTargetFeatures(scope, needs, { ...features, credentials });
    addSdwanFeatures(scope, needs, features);
    addBillingFeatures(scope, needs, features);
    addSchedulingFeatures(scope, needs, features);
    addAccessFeatures(scope, needs, features);
    await Promise.resolve();
  });
}
