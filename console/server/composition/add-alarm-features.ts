import type { FastifyInstance } from 'fastify';
import { acrossPlugin } from '../features/alerting/across/across-plugin.ts';
import { AcrossReader } from '../features/alerting/across/across-reader.ts';
import { acknowledgementPlugin } from '../features/alerting/acknowledgement-plugin.ts';
import { annotationPlugin } from '../features/alerting/annotation/annotation-plugin.ts';
import { AnnotationRepository } from '../features/alerting/annotation/annotation-repository.ts';
import { AssigneeRepository } from '../features/alerting/handling/assignee-repository.ts';
import { assignmentPlugin } from '../features/alerting/handling/assignment-plugin.ts';
import { bulkAcknowledgementPlugin } from '../features/alerting/handling/bulk-acknowledgement-plugin.ts';
import { AlertReader } from '../features/alerting/alert-reader.ts';
import { alertingPlugin } from '../features/alerting/alerting-plugin.ts';
import { CustomerAlertReader } from '../features/alerting/customer-alert-reader.ts';
import { TrafficReader } from '../features/alerting/evidence/traffic-reader.ts';
import { contextAlarmPlugin } from '../features/alerting/context/context-alarm-plugin.ts';
import { changedPlugin } from '../features/explore/changed/changed-plugin.ts';
import { ChangedReader } from '../features/explore/changed/changed-reader.ts';
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
import { exploreLimits } from '#schemas/explore/explore.ts';
import { DEFAULT_RAW_DAYS, defaultRetentionDays } from '#schemas/limit/retention.ts';
import { reportLimits } from '#schemas/limit/console.ts';
import { backtestPlugin } from '../features/cockpit/backtest-plugin.ts';
import { AlarmRepository } from '../features/cockpit/alarm-repository.ts';
import { cockpitPlugin } from '../features/cockpit/cockpit-plugin.ts';
import { CockpitRepository } from '../features/cockpit/cockpit-repository.ts';
import { CockpitExchangeRepository } from '../features/cockpit/exchange/exchange-repository.ts';
import { GroupRepository } from '../features/cockpit/group-repository.ts';
import { CustomerThresholdRepository } from '../features/cockpit/customer-threshold-repository.ts';
import { ThresholdRepository } from '../features/cockpit/threshold-repository.ts';
import { CockpitVersionRepository } from '../features/cockpit/version-repository.ts';
import { ImageReader } from '../shared/image/image-reader.ts';
import { ImageRepository } from '../features/report/image-repository.ts';
import { ReportRunRepository } from '../features/report/run-repository.ts';
import { reportPlugin, type ReportNeeds } from '../features/report/report-plugin.ts';
import { documentPlugin } from '../features/dashboard/document-plugin.ts';
import { DocumentFileRepository } from '../features/dashboard/document-file-repository.ts';
import { DocumentRepository } from '../features/dashboard/document-repository.ts';
import { homePlugin } from '../features/dashboard/home-plugin.ts';
import { linkPlugin } from '../features/dashboard/link-plugin.ts';
import { LinkRepository } from '../features/dashboard/link-repository.ts';
import { HomeRepository } from '../features/dashboard/home-repository.ts';
import { hiddenClusters } from '../features/data/elements/hidden-clusters.ts';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import { DataRequest, inZone } from '#schemas/data/data-request.ts';
import { LinkReader } from '../features/flowmap/link-reader.ts';
import { DataCallReader } from '../features/data/data-reader.ts';
import { FlowMapReader } from '../features/flowmap/flow-map-reader.ts';
import { flowmapPlugin } from '../features/flowmap/flowmap-plugin.ts';
import { readDeletedElements } from '../features/data/result/deleted-elements.ts';
import { FlowEndReader } from '../features/data/flow-end-reader.ts';
import { dataPlugin } from '../features/data/data-plugin.ts';
import { explorePlugin } from '../features/explore/explore-plugin.ts';
import { elementPlugin } from '../features/data/elements/element-plugin.ts';
import { sharedNames } from '../features/data/result/reported-names.ts';
import { readReportedFrom } from '../shared/application/find-application-names.ts';
import { DataCache } from '../features/data/cache/data-cache.ts';
import { CustomerScheduler } from '../features/data/schedule/customer-scheduler.ts';
import { StatementBatches, readFrom } from '../features/data/read/statement-batches.ts';
import { FairQueue } from '../shared/queue/fair-queue.ts';
import { kpiPlugin } from '../features/kpi/kpi-plugin.ts';
import { KpiRepository } from '../features/kpi/kpi-repository.ts';
import { FormulaOverrideRepository } from '../features/kpi/formula-override-repository.ts';
import { KpiSeriesReader } from '../features/data/series/kpi-series-reader.ts';
import { ElementSearch } from '../features/search/element-search.ts';
import { searchPlugin } from '../features/search/search-plugin.ts';
import {
  filterAcrossPlugin,
  savedFilterPlugin,
} from '../features/alerting/saved-filters/saved-filter-plugin.ts';
import { IncidentEntries } from '../features/alerting/incident/incident-entries.ts';
import { incidentPlugin } from '../features/alerting/incident/incident-plugin.ts';
import { SavedFilterRepository } from '../features/alerting/saved-filters/saved-filter-repository.ts';
import { monitoringPlugin } from '../features/alerting/monitoring/monitoring-plugin.ts';
import { MonitoringReader } from '../features/alerting/monitoring/monitoring-reader.ts';
import { silencePlugin } from '../features/silence/silence-plugin.ts';
import { SilencePeriodReader } from '../features/silence/silence-periods.ts';
import { SilenceRepository } from '../features/silence/silence-repository.ts';
import { qosAcrossPlugin } from '../features/qos/qos-across-plugin.ts';
import { qosPlugin } from '../features/qos/qos-plugin.ts';
import { QosRepository } from '../features/qos/qos-repository.ts';
import { noAddressKnowledge } from '../shared/address-files/read-address-files.ts';
import { StoredAddresses } from '../shared/address-files/stored-addresses.ts';
import { StoredSystems } from '../shared/address-files/stored-systems.ts';
import type { Caller } from '../kernel/access/caller.ts';
import type { AppNeeds } from './app-needs.ts';
import type { FeatureNeeds } from './feature-needs.ts';

/** Alarms and their definitions. */
export function addAlarmFeatures(
  app: FastifyInstance,
  { db, clickhouse, bus, clock, ids, inventory }: AppNeeds,
  {
    options: { partitions, retentionDays = defaultRetentionDays, snmpAllowedNetworks: allowedNetworks = [] },
    live: { mirror, visibility },
    stores: { access },
    definitions,
    hourCuts,
    expressions: { matching },
  }: FeatureNeeds,
): void {
  const alerts = new AlertReader({ mirror, visibility, inventory, clickhouse, db, clock });
  const kpis = new KpiRepository({ db, clock, definitions });
  const series = new KpiSeriesReader({ kpis, clickhouse, clock, retentionDays, hourCuts, inventory });
  const customerAlerts = new CustomerAlertReader({ visibility, clickhouse, db, clock });
  const traffic = new TrafficReader({ inventory, clickhouse, db, clock, retentionDays });
  alertingPlugin(app, { alerts, series, traffic, layouts: new LayoutRepository(db), customerAlerts });
  const monitoring = new MonitoringReader({ db, clickhouse, clock, inventory, allowedNetworks });
  monitoringPlugin(app, { monitoring });
  const firsts = new FirstAcknowledgements(clock);
  const acknowledgements = { alerts, db, bus, clock, partitions, firsts };
  acknowledgementPlugin(app, acknowledgements);
  bulkAcknowledgementPlugin(app, acknowledgements);
  const filters = new SavedFilterRepository({ db, clock });
  savedFilterPlugin(app, filters);
  filterAcrossPlugin(app, filters);
  const assignees = new AssigneeRepository({ db, access });
  assignmentPlugin(app, { ...acknowledgements, assignees });
  handoverPlugin(app, { db, bus, clock, ids, assignees });
  const notes = new NoteRepository({ db, clock });
  notePlugin(app, { alerts, notes, bus });
  const past = { visibility, inventory, clickhouse, db };
  const history = new HistoryReader(past);
  historyPlugin(app, { history });
  acrossPlugin(app, { across: new AcrossReader(past) });
  const entries = new IncidentEntries({ db, clock, visibility });
  const occurrences = new OccurrenceReader({ ...past, clock, notes, alerts, traffic, entries });
  occurrencePlugin(app, { occurrences });
  incidentPlugin(app, { occurrences, history, notes, alerts, assignees, entries, clock, bus });
  const silences = new SilenceRepository({ db, clock, inventory, visibility });
  const silencePeriods = new SilencePeriodReader({ db, inventory, visibility });
  silencePlugin(app, { silences, silencePeriods, alerts, inventory, bus });
  const seen = {
    hiddenClusters: (customer: number, caller: Caller) => hiddenClusters(db, customer, caller),
  };
  elementMarkPlugin(app, { ...past, ...seen, silencePeriods });
  annotationPlugin(app, { annotations: new AnnotationRepository({ db, clock, inventory, ...seen }), bus });
  const { content: contents } = new DocumentRepository({ db, clock, matching });
  contextAlarmPlugin(app, {
    alerts,
    visibility,
    inventory,
    db,
    clock,
    occurrences,
    documents: contents,
    maintenance: (scope, period) => silencePeriods.listMaintenance(scope, period),
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

const onStart = (): void => undefined;

/** Dashboards, home pages and reports, with the links to them. */
function addDocuments(
  app: FastifyInstance,
  { db, clock, bus }: Pick<AppNeeds, 'db' | 'clock' | 'bus'>,
  {
    matching,
    reports: { maxPages, resolvingIntervalMs },
    hasChromium,
  }: {
    readonly matching: FeatureNeeds['expressions']['matching'];
    readonly reports: ReportNeeds['settings'];
    readonly hasChromium: FeatureNeeds['health']['hasChromium'];
  },
): DocumentRepository {
  const documents = new DocumentRepository({ db, clock, matching });
  documentPlugin(app, { documents, files: new DocumentFileRepository({ db, clock, matching }), bus });
  homePlugin(app, new HomeRepository({ db, clock }));
  linkPlugin(app, new LinkRepository({ db, clock }));
  const settings = { maxPages, resolvingIntervalMs };
  const runs = new ReportRunRepository({ db, clock, hasChromium });
  const reader = new ImageReader(clock);
  app.addHook('onClose', () => reader.close());
  reportPlugin(app, { images: new ImageRepository({ db, clock, reader }), runs, settings });
  return documents;
}

/** KPIs, and the dashboards that show their values. */
export function addMeasureFeatures(
  app: FastifyInstance,
  { db, clickhouse, bus, clock, inventory }: AppNeeds,
  {
    options: {
      retentionDays = defaultRetentionDays,
      rawDays = DEFAULT_RAW_DAYS,
      addresses = noAddressKnowledge,
      reports = reportLimits,
    },
    windows,
    live,
    traffic,
    definitions,
    hourCuts,
    expressions: { matching },
    health: { hasChromium },
  }: FeatureNeeds,
): void {
  const kpis = new KpiRepository({ db, clock, definitions });
  const series = new KpiSeriesReader({ kpis, clickhouse, clock, retentionDays, hourCuts, inventory });
  const scheduler = new CustomerScheduler();
  const reading = {
    kpis,
    inventory,
    clock,
    retentionDays,
    hourCuts,
    cache: new DataCache(clock),
    scheduler,
    batches: new StatementBatches({ read: readFrom(clickhouse), scheduler }),
    closedUntil: (customer: number, of: 'samples' | 'flows') => windows.endOf(customer, of),
  };
  const documents = addDocuments(app, { db, clock, bus }, { matching, reports, hasChromium });
  kpiPlugin(app, { kpis, overrides: new FormulaOverrideRepository({ db, clock }), definitions, bus });
  const qos = { models: new QosRepository({ db, clock }), db, clickhouse, clock, inventory, series };
  for (const plugin of [qosPlugin, qosAcrossPlugin]) plugin(app, qos);
  const flowMaps = new FlowMapReader({
    db,
    clickhouse,
    clock,
    inventory,
    values: new FlowEndReader(reading),
    traffic: (customer) => traffic.stateOf(customer),
    readDeleted: (customer, ids) => readDeletedElements(db, customer, ids),
  });
  const data = {
    ...reading,
    db,
    readReported: sharedNames(readReportedFrom(clickhouse), clock),
  };
  const links = new LinkReader({
    inventory,
    async readData({ caller, customer, signal }, request) {
      const reader = new DataCallReader(data, { caller, customer, signal });
      const text = await reader.read(inZone(DataRequest.parse(request), 'UTC'), { place: 0, onStart });
      return JSON.parse(text) as DataResult;
    },
  });
  const exploring = {
    db,
    clickhouse,
    clock,
    inventory,
    retention: { raw: rawDays, days: retentionDays },
    queue: new FairQueue(exploreLimits),
    asNames: addresses.asNames,
    countries: new StoredAddresses({ clickhouse, clock, limits: addresses.countries }),
    systems: new StoredSystems({ clickhouse, clock }, addresses.systems),
  };
  explorePlugin(app, exploring);
  const alarms = new AlertReader({ ...live, inventory, clickhouse, db, clock });
  changedPlugin(app, { changed: new ChangedReader(exploring), alarms, clock });
  flowmapPlugin(app, { reader: flowMaps, links, inventory });
  dataPlugin(app, { ...data, series, documents: documents.content });
  elementPlugin(app, { inventory, db, documents: documents.content });
}
