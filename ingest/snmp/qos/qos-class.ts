/** A class of a QoS policy on an interface. */
export interface PolicyClass {
  readonly ifIndex: number;
  readonly direction: 'in' | 'out';
  /** policyIndex.objectsIndex: may change with a restart of the device. */
  readonly index: string;
  /**
   * Names of policies and classes from the outermost inwards, such as `WAN`, `VOICE`. Together with interface name and
   * direction it identifies the class.
   */
  readonly path: readonly string[];
  /** The class belongs to the outermost policy: its counters include those of inner classes. */
  readonly outermost: boolean;
}
