import type { Kpi } from '../kpi.ts';

/** Temperatures, fans and power supplies of devices. */
export const sensorKpis = {
  sensor_temperature: {
    id: 53,
    unit: 'celsius',
    kind: 'gauge',
    aggregation: 'average',
    element: 'sensor',
    strategy: 'before any aggregation',
    formulas: { snmp: 'avg(sensor_celsius)' },
    en: 'Temperature',
    fr: 'Température',
  },
  sensor_fan_speed: {
    id: 54,
    unit: 'rpm',
    kind: 'gauge',
    aggregation: 'average',
    element: 'sensor',
    strategy: 'before any aggregation',
    formulas: { snmp: 'avg(sensor_rpm)' },
    en: 'Fan speed',
    fr: 'Vitesse du ventilateur',
  },
  sensor_power: {
    id: 55,
    unit: 'watt',
    kind: 'count',
    aggregation: 'average',
    element: 'sensor',
    strategy: 'before any aggregation',
    formulas: { snmp: 'avg(sensor_watts)' },
    en: 'Power consumption',
    fr: 'Puissance consommée',
  },
  sensor_avail: {
    id: 56,
    unit: 'percent',
    kind: 'state',
    aggregation: 'average',
    element: 'sensor',
    strategy: 'after spatial and temporal',
    formulas: { snmp: '100 * share(sensor_ok)' },
    en: 'Hardware availability',
    fr: 'Disponibilité du matériel',
  },
} as const satisfies Record<string, Kpi>;
