const CBQOS = '1.3.6.1.4.1.9.9.166.1';
const POLICY = `${CBQOS}.1.1.1`;
const OBJECTS = `${CBQOS}.5.1.1`;
const STATS = `${CBQOS}.15.1.1`;

/** CISCO-CLASS-BASED-QOS-MIB: columns walked to learn the policies of a device. */
export const policyTables = {
  /** By policyIndex: 1 input, 2 output. */
  direction: `${POLICY}.3`,
  ifIndex: `${POLICY}.4`,
  /** By policyIndex.objectsIndex. */
  config: `${OBJECTS}.2`,
  kind: `${OBJECTS}.3`,
  parent: `${OBJECTS}.4`,
  /** By configIndex. */
  policyName: `${CBQOS}.6.1.1.1`,
  className: `${CBQOS}.7.1.1.1`,
} as const;
export type TableName = keyof typeof policyTables;

/** Bandwidth limits of classes by configIndex, walked if classes are measured. */
export const limitTables = {
  queueBandwidth: `${CBQOS}.9.1.1.1`,
  queueUnit: `${CBQOS}.9.1.1.2`,
  shapeRate: `${CBQOS}.13.1.1.11`,
} as const;
export type LimitTable = keyof typeof limitTables;

/** Queue depth of a class in packets, by policyIndex.objectsIndex of the queueing object. */
export const queueDepth = `${CBQOS}.18.1.1.1`;

/** Counters of an inventory class, by policyIndex.objectsIndex. */
export const elementColumns = {
  class_offered_packets: `${STATS}.3`,
  class_offered_octets: `${STATS}.6`,
  class_sent_octets: `${STATS}.10`,
  class_dropped_packets: `${STATS}.14`,
  class_dropped_octets: `${STATS}.17`,
} as const;

/** Counters aggregated over the classes of an interface, by policyIndex.objectsIndex. */
export const classColumns = {
  qos_offered_packets: `${STATS}.3`,
  qos_offered_octets: `${STATS}.6`,
  qos_sent_octets: `${STATS}.10`,
  qos_dropped_packets: `${STATS}.14`,
} as const;
export type ClassCounter = keyof typeof classColumns;
