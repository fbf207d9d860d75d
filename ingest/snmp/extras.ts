import type { DevicePoller } from '#schemas/polling/device-pollers.ts';
import type { ActivePoller } from '#schemas/polling/poller.ts';
import type { Row } from './catalogue/procedures.ts';
import type { LearnedComponent } from './component/component.ts';
import type { QosClass } from './qos/qos-class.ts';

/** A poller of the catalogue, and the rows that the device has for it. */
export interface LearnedPoller {
  readonly poller: DevicePoller;
  readonly rows: readonly { readonly index: string; readonly facts: Row }[];
}

/** A poller that an administrator defined, and the objects of the device that are its own. */
export interface LearnedColumn {
  readonly poller: ActivePoller;
  readonly oids: readonly string[];
}

/** What a device has beside its interfaces. */
export interface Extras {
  readonly pollers: readonly LearnedPoller[];
  readonly defined: readonly LearnedColumn[];
  /** Those that are counted together on their interface. */
  readonly classes: readonly QosClass[];
  readonly components: readonly LearnedComponent[];
}
