/** Units of KPI values. */
export const units = [
  'scalar',
  'byte',
  'bps',
  'percent',
  'second',
  'millisecond',
  'timestamp',
  'pps',
  'celsius',
  'rpm',
  'watt',
] as const;
export type Unit = (typeof units)[number];

export const unitLabels = {
  scalar: { en: 'Number', fr: 'Nombre' },
  byte: { en: 'Bytes', fr: 'Octets' },
  bps: { en: 'Bits per second', fr: 'Bits par seconde' },
  percent: { en: 'Percent', fr: 'Pourcentage' },
  second: { en: 'Seconds', fr: 'Secondes' },
  millisecond: { en: 'Milliseconds', fr: 'Millisecondes' },
  timestamp: { en: 'Date and time', fr: 'Date et heure' },
  pps: { en: 'Packets per second', fr: 'Paquets par seconde' },
  celsius: { en: 'Degrees Celsius', fr: 'Degrés Celsius' },
  rpm: { en: 'Revolutions per minute', fr: 'Tours par minute' },
  watt: { en: 'Watts', fr: 'Watts' },
} as const satisfies Record<Unit, { en: string; fr: string }>;
