/** Core NATS subjects: nothing is kept of them. */
export const subjects = {
  /** Changed configuration; readers load it again. Payload: `ConfigChange`. */
  config: (entity: ConfigEntity): string => `config.${entity}`,
  /** Deltas for open screens (`schemas/socket/live.ts`). */
  live: (customer: number, topic: string): string => `live.${String(customer)}.${topic}`,
  anyLive: 'live.*.*',
  /** Steps of time that are over. Payload: `WindowNotice`. */
  anyWindow: 'live.*.window',
  /** Request: the state of the alerts of every customer of a partition. Reply: `AlertState[]`. */
  alertState: (partition: number): string => `state.alert.${String(partition)}`,
  /** Request: `BacktestOrder`, packed, to the engine that owns the partition. Reply: `BacktestStanding` for a look, `BacktestTaken` otherwise, packed. */
  backtest: (partition: number): string => `backtest.${String(partition)}`,
  /** Announced by an engine when it took over a partition: mirrors ask for its state again. */
  engineReady: 'state.ready',
  /** Said by each engine twice a second. Payload: its name. */
  engineAlive: 'state.engine.alive',
  /** Request: what each collector knows of exporters that the inventory does not. Reply: `UnknownExporter[]`. */
  unknownExporters: 'state.exporters.unknown',
  /** Request: delivers something now. Payload: `DeliveryTest`. Reply: `DeliveryTestAnswer`. */
  deliveryTest: 'state.notification.test',
  /** Request: what the poller saw of each device that it polls. Reply: `PolledDevice[]`, packed (`platform/bus/packed-json`). */
  polledDevices: 'state.poller.devices',
  /** Said by each process of what full streams refused of it. Payload: `StreamRefusal`. */
  streamRefused: 'state.stream.refused',
  /** How a discovery goes on. Payload: `DiscoveryNotice`. */
  discovery: (customer: number): string => `state.discovery.${String(customer)}`,
} as const;

export type ConfigEntity =
  | 'inventory'
  | 'cockpit'
  /** KPIs that administrators define. */
  | 'kpi'
  | 'resource'
  | 'announcement'
  | 'access'
  | 'application'
  | 'debug'
  | 'silence'
  | 'polling'
  /** Elements that flows make, and clusters. */
  | 'target'
  | 'notification';
