import type { FastifyInstance } from 'fastify';
import { acrossPlugin } from '../features/alerting/across/across-plugin.ts';
import { AcrossReader } from '../features/alerting/across/across-reader.ts';
import { acknowledgementPlugin } from '../features/alerting/acknowledgement-plugin.ts';
import { AssigneeRepository } from '../features/alerting/handling/assignee-repository.ts';
import { assignmentPlugin } from '../features/alerting/handling/assignment-plugin.ts';
import { bulkAcknowledgementPlugin } from '../features/alerting/handling/bulk-acknowledgement-plugin.ts';
import { AlertReader } from '../features/alerting/alert-reader.ts';
import { alertingPlugin } from '../features/alerting/alerting-plugin.ts';
import { CustomerAlertReader } from '../features/alerting/customer-alert-reader.ts';
import { TrafficReader } from '../features/alerting/evidence/traffic-reader.ts';
import { HistoryReader } from '../features/alerting/history-reader.ts';
import { LayoutRepository } from '../features/alerting/layout-repository.ts';
import { FirstAcknowledgements } from '../features/alerting/handling/first-acknowledgements.ts';
import { handoverPlugin } from '../features/alerting/handover/handover-plugin.ts';
import { notePlugin } from '../features/alerting/handling/note-plugin.ts';
import { NoteRepository } from '../features/alerting/handling/note-repository.ts';
import { historyPlugin } from '../features/alerting/history-plugin.ts';
import { elementMarkPlugin } from '../features/alerting/marks/element-mark-plugin.ts';
import { occurrencePlugin } from '../features/alerting/occurrences/occurrence-plugin.ts';
import { OccurrenceReader } from '../features/alerting/occurrences/occurrence-reader.ts';
import { applicationPlugin } from '../features/application/application-plugin.ts';
import { responsePlugin } from '../features/application/response-plugin.ts';
import { trafficPlugin } from '../features/application/traffic-plugin.ts';
import { defaultRetentionDays } from '#schemas/limit/retention.ts';
import { streams } from '#schemas/bus/stream.ts';
import { applicationDefaults } from '#schemas/limit/dashlet.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { ApplicationRepository } from '../features/application/application-repository.ts';
import { OverrideRepository } from '../features/application/override-repository.ts';
import { backtestPlugin } from '../features/cockpit/backtest-plugin.ts';
import { clusterPlugin } from '../features/cluster/cluster-plugin.ts';
import { networkList } from '#platform/outbound/internal-address.ts';
import type { LiveValue } from '#platform/live-config/watch-config.ts';
import type { DroppedLetters } from '#platform/bus/dropped-letters.ts';
import { ClusterRepository } from '../features/cluster/cluster-repository.ts';
import { ClusterTemplateRepository } from '../features/cluster/cluster-template-repository.ts';
import { AlarmRepository } from '../features/cockpit/alarm-repository.ts';
import { cockpitPlugin } from '../features/cockpit/cockpit-plugin.ts';
import { CockpitRepository } from '../features/cockpit/cockpit-repository.ts';
import { CockpitExchangeRepository } from '../features/cockpit/exchange/exchange-repository.ts';
import { GroupRepository } from '../features/cockpit/group-repository.ts';
import { CustomerThresholdRepository } from '../features/cockpit/customer-threshold-repository.ts';
import { ThresholdRepository } from '../features/cockpit/threshold-repository.ts';
import { CockpitVersionRepository } from '../features/cockpit/version-repository.ts';
import { collectorPlugin } from '../features/collector/collector-plugin.ts';
import { exportersPlugin } from '../features/collector/exporters-plugin.ts';
import { documentPlugin } from '../features/dashboard/document-plugin.ts';
import { DocumentFileRepository } from '../features/dashboard/document-file-repository.ts';
import { DocumentRepository } from '../features/dashboard/document-repository.ts';
import { homePlugin } from '../features/dashboard/home-plugin.ts';
import { linkPlugin } from '../features/dashboard/link-plugin.ts';
import { LinkRepository } from '../features/dashboard/link-repository.ts';
import { HomeRepository } from '../features/dashboard/home-repository.ts';
import { debugPlugin } from '../features/debug/debug-plugin.ts';
import { flowRecordsPlugin } from '../features/debug/flow-records-plugin.ts';
import { RecordingRepository } from '../features/debug/recording-repository.ts';
import { discoveryPlugin } from '../features/discovery/discovery-plugin.ts';
import { DiscoveryRepository } from '../features/discovery/discovery-repository.ts';
import { auditReadPlugin } from '../features/audit/audit-plugin.ts';
import { CustomerRepository } from '../features/customer/customer-repository.ts';
import { customerPlugin } from '../features/customer/customer-plugin.ts';
import { healthPlugin } from '../features/health/health-plugin.ts';
import type { Heartbeats } from '../features/health/heartbeats.ts';
import type { TierWatch } from '../features/health/tier-watch.ts';
import { streamFillPlugin } from '../features/health/stream-fill-plugin.ts';
import type { StreamRejections } from '../features/health/stream-rejections.ts';
import { inventoryPlugin } from '../features/inventory/inventory-plugin.ts';
import { readAskable } from '../features/dashboard/document-transaction.ts';
import { inventoryChangePlugin } from '../features/inventory/change/inventory-change-plugin.ts';
import { CollectionEffect } from '../features/inventory/list/collection-effect.ts';
import { InventoryList } from '../features/inventory/list/inventory-list.ts';
import { inventoryListPlugin } from '../features/inventory/list/inventory-list-plugin.ts';
import { hiddenClusters } from '../features/kpi/data/hidden-clusters.ts';
import { dataPlugin } from '../features/kpi/data/data-plugin.ts';
import { elementPlugin } from '../features/kpi/data/element-plugin.ts';
import { FairQueue } from '../features/kpi/data/fair-queue.ts';
import { kpiPlugin } from '../features/kpi/kpi-plugin.ts';
import { KpiRepository } from '../features/kpi/kpi-repository.ts';
import { kpiSeriesPlugin } from '../features/kpi/kpi-series-plugin.ts';
import { KpiSeriesReader } from '../features/kpi/kpi-series-reader.ts';
import { ElementSearch } from '../features/search/element-search.ts';
import { searchPlugin } from '../features/search/search-plugin.ts';
import { savedFilterPlugin } from '../features/alerting/saved-filters/saved-filter-plugin.ts';
import { SavedFilterRepository } from '../features/alerting/saved-filters/saved-filter-repository.ts';
import { silencePlugin } from '../features/silence/silence-plugin.ts';
import { SilencePeriodReader } from '../features/silence/silence-periods.ts';
import { SilenceRepository } from '../features/silence/silence-repository.ts';
import { qosPlugin } from '../features/qos/qos-plugin.ts';
import { QosRepository } from '../features/qos/qos-repository.ts';
import { pollerTestPlugin } from '../features/polling/poller-test-plugin.ts';
import { pollerUsePlugin } from '../features/polling/poller-use-plugin.ts';
import { provisioningPlugin } from '../features/provisioning/provisioning-plugin.ts';
import type { ProvisioningServices } from '../features/provisioning/provisioning-services.ts';
import { pollingPlugin } from '../features/polling/polling-plugin.ts';
import { PollingRepository } from '../features/polling/polling-repository.ts';
import { pollingStatePlugin } from '../features/collector/polling-state-plugin.ts';
import { alarmMailPlugin } from '../features/settings/mail/alarm-mail-plugin.ts';
import { AlarmMailRepository } from '../features/settings/mail/alarm-mail-repository.ts';
import { announcementPlugin } from '../features/settings/announcement/announcement-plugin.ts';
import { signInPolicyPlugin } from '../features/settings/sign-in/sign-in-policy-plugin.ts';
import { AnnouncementRepository } from '../features/settings/announcement/announcement-repository.ts';
import { iframePlugin } from '../features/settings/iframe/iframe-plugin.ts';
import { IframeRepository } from '../features/settings/iframe/iframe-repository.ts';
import { smtpPlugin } from '../features/settings/smtp/smtp-plugin.ts';
import { SmtpRepository } from '../features/settings/smtp/smtp-repository.ts';
import { sdwanPlugin } from '../features/sdwan/sdwan-plugin.ts';
import { SdwanProposalRepository } from '../features/sdwan/proposal-repository.ts';
import { SdwanServerRepository } from '../features/sdwan/server-repository.ts';
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
import { TokenRepository } from '../features/token/token-repository.ts';
import { tokenPlugin } from '../features/token/token-plugin.ts';
import { UserRepository } from '../features/user/user-repository.ts';
import { SharingRepository } from '../features/sharing/sharing-repository.ts';
import { sharingPlugin } from '../features/sharing/sharing-plugin.ts';
import { userPlugin } from '../features/user/user-plugin.ts';
import type { UserNotices } from '../features/user/user-plugin.ts';
import { accessAnnouncer } from '../kernel/access/access-change.ts';
import type { AppNeeds, AppOptions, Stores } from './app-needs.ts';
import type { ClosedWindows } from '../kernel/socket/closed-windows.ts';
import type { Mirrored } from './live.ts';

/** Users, roles, customers, profiles, tokens and the audit trail. */
function addAccessFeatures(
  app: FastifyInstance,
  needs: AppNeeds,
  { stores: { access }, notices }: { stores: Stores; notices: UserNotices },
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
  tokenPlugin(app, { tokens: new TokenRepository({ db, clock, ids, announce }) });
  auditReadPlugin(app, { db, clock });
  signInPolicyPlugin(app, { db, clock });
  announcementPlugin(app, { announcements: new AnnouncementRepository({ db, clock }), bus });
}

interface FeatureNeeds {
  readonly options: AppOptions;
  readonly stores: Stores;
  readonly live: Mirrored;
  readonly windows: ClosedWindows;
  readonly notices: UserNotices;
  readonly rejections: StreamRejections;
  readonly letters: DroppedLetters;
  /** Patterns of addresses that iframe dashlets may show. */
  readonly frames: LiveValue<readonly string[]>;
  readonly heartbeats: Heartbeats;
  readonly provisioning: ProvisioningServices;
}

interface WithCredentials {
  readonly credentials: SnmpCredentialRepository;
}

/** Alarms and their definitions. */
function addAlarmFeatures(
  app: FastifyInstance,
  { db, clickhouse, bus, clock, ids, inventory }: AppNeeds,
  {
    options: { partitions, retentionDays = defaultRetentionDays },
    live: { mirror, visibility },
    stores: { access },
  }: FeatureNeeds,
): void {
  const alerts = new AlertReader({ mirror, visibility, inventory, clickhouse, db, clock });
  const kpis = new KpiRepository({ db, clock });
  const series = new KpiSeriesReader({ kpis, clickhouse, clock, retentionDays });
  const customerAlerts = new CustomerAlertReader({ visibility, clickhouse, db, clock });
  const traffic = new TrafficReader({ inventory, clickhouse, db, clock, retentionDays });
  alertingPlugin(app, { alerts, series, traffic, layouts: new LayoutRepository(db), customerAlerts });
  const firsts = new FirstAcknowledgements(clock);
  const acknowledgements = { alerts, db, bus, clock, partitions, firsts };
  acknowledgementPlugin(app, acknowledgements);
  bulkAcknowledgementPlugin(app, acknowledgements);
  savedFilterPlugin(app, new SavedFilterRepository({ db, clock }));
  const assignees = new AssigneeRepository({ db, access });
  assignmentPlugin(app, { ...acknowledgements, assignees });
  handoverPlugin(app, { db, bus, clock, ids, assignees });
  const notes = new NoteRepository({ db, clock });
  notePlugin(app, { alerts, notes });
  const past = { visibility, inventory, clickhouse, db };
  historyPlugin(app, { history: new HistoryReader(past) });
  acrossPlugin(app, { across: new AcrossReader(past) });
  occurrencePlugin(app, { occurrences: new OccurrenceReader({ ...past, notes, alerts }) });
  const silences = new SilenceRepository({ db, clock, inventory, visibility });
  const silencePeriods = new SilencePeriodReader({ db, inventory, visibility });
  silencePlugin(app, { silences, silencePeriods, alerts, inventory, bus });
  elementMarkPlugin(app, {
    ...{ ...past, silencePeriods },
    hiddenClusters: (customer, caller) => hiddenClusters(db, customer, caller),
  });
  searchPlugin(app, { elements: new ElementSearch({ inventory, clock }), db, visibility });
  backtestPlugin(app, { bus, db, clickhouse, clock, inventory, partitions, ids });
  const groups = new GroupRepository({ db, clock });
  cockpitPlugin(app, {
    cockpits: new CockpitRepository({ db, clock }),
    alarms: new AlarmRepository({ db, clock }),
    groups,
    thresholds: new ThresholdRepository({ db, clock }),
    customerThresholds: new CustomerThresholdRepository({ db, clock }),
    versions: new CockpitVersionRepository({ db, clock }),
    exchange: new CockpitExchangeRepository({ db, clock, groups }),
    bus,
  });
}

/** KPIs, and the dashboards that show their values. */
function addMeasureFeatures(
  app: FastifyInstance,
  { db, clickhouse, bus, clock, inventory }: AppNeeds,
  { options: { retentionDays = defaultRetentionDays }, windows }: FeatureNeeds,
): void {
  const kpis = new KpiRepository({ db, clock });
  const series = new KpiSeriesReader({ kpis, clickhouse, clock, retentionDays });
  const files = new DocumentFileRepository({ db, clock });
  const documents = new DocumentRepository({ db, clock });
  documentPlugin(app, { documents, files, bus });
  homePlugin(app, new HomeRepository({ db, clock }));
  linkPlugin(app, new LinkRepository({ db, clock }));
  kpiPlugin(app, { kpis, bus });
  kpiSeriesPlugin(app, { kpis, series });
  qosPlugin(app, { models: new QosRepository({ db, clock }), db, clickhouse, clock, inventory, series });
  dataPlugin(app, {
    ...{ kpis, clickhouse, db, inventory, clock, retentionDays },
    queue: new FairQueue(dataLimits),
    closedUntil: (customer, of) => windows.endOf(customer, of),
    documents: documents.content,
  });
  elementPlugin(app, { inventory, db, documents: documents.content });
}

/** Readiness of the console: every store, the disk of the embedded ones, an engine, and a writer of each partition. */
function addHealth(
  app: FastifyInstance,
  { db, clickhouse, bus, clock, disk }: AppNeeds,
  { live, heartbeats }: FeatureNeeds,
): TierWatch {
  return healthPlugin(app, {
    clock,
    tiers: {
      clickhouse: () => clickhouse.ping(),
      postgres: async () => (await db.selectFrom('role').select('id').limit(1).execute()).length >= 0,
      // JetStream may have stopped in a server that still accepts connections.
      nats: async () => bus.connected() && (await bus.streamState(streams.samples.name)).bytes >= 0,
      engine: () => live.mirror.isReady && heartbeats.engine,
      writer: () => heartbeats.writer,
      disk: () => disk?.isFull !== true,
    },
  });
}

/** Inventory, clusters, applications, and how they are collected. */
function addNetworkFeatures(
  app: FastifyInstance,
  needs: AppNeeds,
  features: FeatureNeeds & WithCredentials,
): void {
  const { db, clickhouse, bus, clock, inventory, secrets } = needs;
  const { options, rejections, letters, credentials } = features;
  const { maxPerCustomer: max, slownessMarkerMs: slowFromMs } = options.applications ?? applicationDefaults;
  const templates = new ClusterTemplateRepository({ db, clock });
  clusterPlugin(app, { clusters: new ClusterRepository({ db, clock }), templates, bus });
  const limited = { db, clock, max };
  const applications = new ApplicationRepository(limited);
  applicationPlugin(app, { applications, overrides: new OverrideRepository(limited), bus });
  responsePlugin(app, { db, clickhouse, clock, slowFromMs });
  trafficPlugin(app, { db, clickhouse, clock });
  collectorPlugin(app, { bus });
  exportersPlugin(app, { clickhouse, clock, inventory });
  debugPlugin(app, { recordings: new RecordingRepository({ db, clock }), bus, clock, inventory });
  flowRecordsPlugin(app, { clickhouse });
  inventoryPlugin(app, { db, bus, secrets });
  const effect = new CollectionEffect({ bus, db, clock });
  const list = new InventoryList({ inventory, clock, effect });
  inventoryListPlugin(app, { db, inventory, list, effect });
  inventoryChangePlugin(app, {
    ...{ db, clickhouse, clock, bus, inventory, list, readAskable },
    running: (customer) => features.live.mirror.customers.get(customer)?.alarms.values() ?? [],
  });
  streamFillPlugin(app, { bus, rejections, letters, tiers: addHealth(app, needs, features) });
  const pollers = new PollingRepository({ db, clock });
  pollingPlugin(app, { pollers, bus });
  pollerUsePlugin(app, { pollers, kpis: new KpiRepository({ db, clock }), inventory, bus });
  pollerTestPlugin(app, { inventory, bus });
  pollingStatePlugin(app, { bus, inventory });
  const { snmpAllowedNetworks: allowedNetworks = [] } = options;
  const discoveries = new DiscoveryRepository({ db, clock });
  discoveryPlugin(app, { discoveries, credentials, bus, secrets, allowedNetworks });
  provisioningPlugin(app, features.provisioning);
}

/** Targets of notifications, SNMP credentials, and the whitelist of iframes. */
function addTargetFeatures(
  app: FastifyInstance,
  { db, bus, clock, secrets }: AppNeeds,
  { credentials, frames: patterns }: WithCredentials & Pick<FeatureNeeds, 'frames'>,
): void {
  iframePlugin(app, { whitelist: new IframeRepository({ db, clock }), patterns, bus });
  webhookPlugin(app, { webhooks: new WebhookRepository({ db, clock, secrets }), db, bus, secrets });
  smtpPlugin(app, { settings: new SmtpRepository({ db, clock, secrets }), bus, secrets });
  alarmMailPlugin(app, { mails: new AlarmMailRepository({ db, clock }), db, bus, secrets });
  snmpCredentialPlugin(app, { credentials, bus, secrets });
  trapReceiverPlugin(app, {
    receivers: new TrapReceiverRepository({ db, clock, secrets }),
    db,
    bus,
    secrets,
  });
}

/** SD-WAN managers, and what dashlets ask them. */
function addSdwanFeatures(app: FastifyInstance, needs: AppNeeds, { options }: FeatureNeeds): void {
  const { db, bus, clock, ids, secrets } = needs;
  const proposals = new SdwanProposalRepository({ db, clock });
  const allowed = networkList(options.sdwanAllowedNetworks ?? []);
  const servers = new SdwanServerRepository({ db, clock, secrets });
  sdwanPlugin(app, { servers, proposals, bus, secrets, clock, ids, allowed });
}

/** Registers every feature of the API except authentication. */
export function addFeatures(app: FastifyInstance, needs: AppNeeds, features: FeatureNeeds): void {
  const { stores, notices } = features;
  const credentials = new SnmpCredentialRepository(needs);
  void app.register(async (scope) => {
    addAlarmFeatures(scope, needs, features);
    addMeasureFeatures(scope, needs, features);
    addNetworkFeatures(scope, needs, { ...features, credentials });
    addTargetFeatures(scope, needs, { ...features, credentials });
    addSdwanFeatures(scope, needs, features);
    addAccessFeatures(scope, needs, { stores, notices });
    await Promise.resolve();
  });
}
