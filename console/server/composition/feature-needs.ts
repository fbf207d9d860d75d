import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import type { LiveValue, Reloadable } from '#platform/live-config/watch-config.ts';
import type { Patterns } from '#platform/pattern/patterns.ts';
import type { DroppedLetters } from '#platform/bus/dropped-letters.ts';
import type { BillingServices } from '../features/billing/billing-services.ts';
import type { Heartbeats } from '../features/health/heartbeats.ts';
import type { HealthMonitor } from '../features/health/health-monitor.ts';
import type { HealthStore } from '../features/health/health-store.ts';
import type { TableProbe } from '../features/health/table-probe.ts';
import type { StreamRejections } from '../features/health/stream-rejections.ts';
import type { AcceptanceWorker } from '../shared/acceptance/acceptance-worker.ts';
import type { ProvisioningServices } from '../features/provisioning/provisioning-services.ts';
import type { SchedulingServices } from '../features/scheduling/scheduling-services.ts';
import type { UserNotices } from '../features/user/user-plugin.ts';
import type { AppOptions, Stores } from './app-needs.ts';
import type { TrafficMirror } from '../features/flowmap/traffic-mirror.ts';
import type { ClosedWindows } from '../kernel/socket/closed-windows.ts';
import type { HourCuts } from '../shared/zone/hour-cuts.ts';
import type { Mirrored } from './live.ts';

/** What features of the console need in addition to the stores. */
export interface FeatureNeeds {
  readonly options: AppOptions;
  readonly stores: Stores;
  readonly live: Mirrored;
  readonly windows: ClosedWindows;
  readonly traffic: TrafficMirror;
  readonly notices: UserNotices;
  readonly rejections: StreamRejections;
  readonly letters: DroppedLetters;
  /** Patterns of addresses that iframe dashlets may show. */
  readonly frames: LiveValue<readonly string[]>;
  /** Regular expressions of users: those in force, and those that are tried before they are stored. */
  readonly expressions: { readonly matching: Patterns; readonly trial: Patterns };
  /** Custom KPIs and overridden formulas. */
  readonly definitions: Reloadable<KpiDefinitions>;
  readonly heartbeats: Heartbeats;
  readonly tableProbe: TableProbe;
  readonly health: {
    readonly monitor: HealthMonitor;
    readonly store: HealthStore;
    /** Notes that this server was stopped. */
    readonly end: () => Promise<void>;
    /** Whether processes that render reports have Chromium; undefined: none is heard. */
    readonly hasChromium: () => boolean | undefined;
  };
  readonly hourCuts: HourCuts;
  readonly acceptance: AcceptanceWorker;
  readonly provisioning: ProvisioningServices;
  readonly billing: BillingServices;
  readonly scheduling: SchedulingServices;
}
