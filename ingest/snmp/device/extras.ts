import type { DevicePoller } from '#schemas/polling/device-poller.ts';
import type { ActivePoller } from '#schemas/polling/poller.ts';
import type { FactRow } from '../catalogue/fact-row.ts';
import type { LearnedComponent } from '../component/component.ts';
import type { PolicyClass } from '../qos/qos-class.ts';

/** A catalogue poller and the device rows it applies to. */
export interface LearnedPoller {
  readonly poller: DevicePoller;
  readonly rows: readonly { readonly index: string; readonly facts: FactRow }[];
}

/** An administrator-defined poller and its objects on the device. */
export interface LearnedColumn {
  readonly poller: ActivePoller;
  readonly oids: readonly string[];
}

/** What a device has in addition to its interfaces. */
export interface Extras {
  readonly pollers: readonly LearnedPoller[];
  readonly defined: readonly LearnedColumn[];
  /** Classes aggregated per interface. */
  readonly classes: readonly PolicyClass[];
  readonly components: readonly LearnedComponent[];
}
