import type { DevicePoller } from './catalogue/pollers.ts';
import type { Row } from './catalogue/procedures.ts';
import type { QosClass } from './qos/qos-class.ts';

/** A poller of the catalogue, and the rows that the device has for it. */
export interface LearnedPoller {
  readonly poller: DevicePoller;
  readonly rows: readonly { readonly index: string; readonly facts: Row }[];
}

/** What a device has beside its interfaces. */
export interface Extras {
  readonly pollers: readonly LearnedPoller[];
  readonly classes: readonly QosClass[];
}
