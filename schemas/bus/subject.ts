/** Core NATS subjects, not persisted. */
export const subjects = {
  /** Configuration changed: readers reload it. Payload: `ConfigChange`. */
  config: (entity: ConfigEntity): string => `config.${entity}`,
  /** Deltas for open screens (`schemas/socket/live.ts`). */
  live: (customer: number, topic: string): string => `live.${String(customer)}.${topic}`,
  anyLive: 'live.*.*',
  /** Closed windows. Payload: `WindowNotice`. */
  anyWindow: 'live.*.window',
  /** Request: alert state of every customer of a partition. Reply: several messages, each a packed `AlertStatePage`. */
  alertState: (partition: number): string => `state.alert.${String(partition)}`,
  /**
   * Request: packed `BacktestOrder` to the owner of the partition. Reply: packed `BacktestStatus` for `poll`, `BacktestReply`
   * otherwise.
   */
  backtest: (partition: number): string => `backtest.${String(partition)}`,
  /** Published by an engine that took over a partition: mirrors resync its state. Payload: `EngineReady`. */
  engineReady: 'state.ready',
  /** Heartbeat of each engine, twice a second. Payload: its name and the number of its partitions, separated by a space. */
  engineAlive: 'state.engine.alive',
  /** A server that has started missed the windows that closed before: engines publish their newest ones again. Without payload and reply. */
  newestWindows: 'state.engine.windows',
  /** Request: devices whose samples arrive too late. Reply of each engine: `LateReport`, packed. */
  lateDevices: 'state.engine.late',
  /** Heartbeat of each writer, every two seconds. Payload: `WriterHeartbeat`. */
  writerAlive: 'state.writer.alive',
  /**
   * Heartbeat of the writers that share the same partitions: `all`, or their numbers with hyphens. Twice a second, of each its name and the
   * number of its partitions, separated by a space.
   */
  writerSharing: (partitions: string): string => `state.writer.sharing.${partitions}`,
  /** Request: exporters that are missing from the inventory. Reply: `UnknownExporter[]`. */
  unknownExporters: 'state.exporters.unknown',
  /** Request: what an exporter that is missing from the inventory says of itself. Payload: `ExporterHintRequest`. Reply of each collector: `ExporterHint`, packed. */
  exporterHint: 'state.exporters.hint',
  /** Request: templates of the exporters of a site. Payload: `TemplateRequest`. Reply of each collector: `TemplateReply`, packed. */
  exporterTemplates: 'state.exporters.templates',
  /** Request to a collector: a piece of a file of a recording. Payload: `PieceRequest`. Reply: `packPiece`, if it has the file. */
  recordFile: (collector: string): string => `state.recordings.file.${collector}`,
  /** Collectors send decoded flows as they arrive, or stop. Payload: `TailOrder`. */
  tailOrder: 'state.tail.order',
  /** Decoded flows for those who watch. Payload: `TailFlows`. */
  tailFlows: 'state.tail.flows',
  /** Request: deliver a test now. Payload: `DeliveryTest`. Reply: `DeliveryTestResult`. */
  deliveryTest: 'state.notification.test',
  /** Request: read the system group of an address, or its interfaces too. Payload: `SnmpProbe`, sealed. Reply: `SnmpProbeResult` or `SnmpInterfaceProbeResult`. */
  snmpProbe: 'state.snmp.probe',
  /** Request: poll results of each device. Reply of each poller: `PollerReport`, packed (`platform/bus/packed-json`). */
  polledDevices: 'state.poller.devices',
  /** Request: what counters say of the lines of interfaces. Reply of each poller: `LineReport`, packed. */
  lineFindings: 'state.poller.lines',
  /** Request: read what a poller reads of a device. Payload: `PollerTest`. Reply of one poller: `PollerTestResult`. */
  pollerTest: 'state.poller.test',
  /** Request: what pollers read at the last poll. Payload: `PollerUseRequest`, packed. Reply of each poller: `PollerUseReport`, packed. */
  pollerUse: 'state.poller.use',
  /** Request: `RealtimeOrder`. Reply of each poller: `RealtimeReply`. */
  realtimePoll: 'state.poller.realtime',
  /** Readings of an element that is watched. Payload: `RealtimeReading`. */
  realtime: (element: number): string => `state.realtime.${String(element)}`,
  anyRealtime: 'state.realtime.*',
  /** Traffic of a customer between sites, every ten seconds. Payload: `TrafficState`, packed. */
  traffic: (customer: number): string => `state.traffic.${String(customer)}`,
  anyTraffic: 'state.traffic.*',
  /** Request: as of when a process has the inventory. Reply of each process that uses it: `InventoryReading`. */
  inventoryReading: 'state.inventory.reading',
  /** Request: effective configuration. Reply of each process: `ProcessConfiguration`, packed. */
  configuration: 'state.configuration',
  /** Heartbeat of every process, every two seconds. Payload: `ProcessBeat`. */
  processAlive: 'state.process.alive',
  /** What the server judges the platform by, every five seconds. Payload: `HealthReport`, packed. */
  health: 'state.health',
  /** Request of a backup: `HoldRequest`. Reply of each process that moves stores forward together: `HoldReply`. */
  hold: 'state.backup.hold',
  /** Messages of a process rejected by full streams. Payload: `StreamRejection`. */
  streamRejected: 'state.stream.rejected',
  /** Servers notify each other who edits documents. Payload: `EditorsNotice`. */
  editors: 'state.editors',
  /** Progress of a discovery. Payload: `DiscoveryNotice`. */
  discovery: (customer: number): string => `state.discovery.${String(customer)}`,
} as const;

export type ConfigEntity =
  | 'inventory'
  | 'cockpit'
  /** KPIs that administrators define. */
  | 'kpi'
  | 'resource'
  | 'announcement'
  /** What users note on charts. Payload: `AnnotationChange`. */
  | 'annotation'
  /** Owners and notes of incidents. Payload: `IncidentNotice`. */
  | 'incident'
  /** Addresses that iframe dashlets may show. */
  | 'iframe'
  | 'access'
  | 'application'
  | 'debug'
  | 'silence'
  | 'polling'
  /** Flow targets and clusters. */
  | 'target'
  | 'notification';
