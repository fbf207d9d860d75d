/** A class of a policy on an interface. */
export interface QosClass {
  readonly ifIndex: number;
  readonly direction: 'in' | 'out';
  /** policyIndex.objectsIndex: may be another one after a restart of the device. */
  readonly index: string;
  /**
   * Names of policies and classes from the outermost inwards, such as `WAN`, `VOICE`. With the name of the interface and
   * the direction it is what identifies the class.
   */
  readonly path: readonly string[];
  /** The class belongs to the outermost policy: what it counts holds what the classes inside it count. */
  readonly outermost: boolean;
}
