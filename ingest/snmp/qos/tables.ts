const CBQOS = '1.3.6.1.4.1.9.9.166.1';
const POLICY = `${CBQOS}.1.1.1`;
const OBJECTS = `${CBQOS}.5.1.1`;
const STATS = `${CBQOS}.15.1.1`;

/** CISCO-CLASS-BASED-QOS-MIB: what is walked to know the policies of a device. */
export const tables = {
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
export type TableName = keyof typeof tables;

/** Counters of a class, by policyIndex.objectsIndex. */
export const classColumns = {
  qos_offered_packets: `${STATS}.3`,
  qos_offered_octets: `${STATS}.6`,
  qos_sent_octets: `${STATS}.10`,
  qos_dropped_packets: `${STATS}.14`,
} as const;
export type ClassCounter = keyof typeof classColumns;
