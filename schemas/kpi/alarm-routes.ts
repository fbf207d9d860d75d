import { z } from 'zod';
import { Severity } from '../alerting/severity.ts';
import { API, route } from '../route.ts';
import { KpiKeyText } from './key.ts';

/** An alarm definition on a KPI. */
export const KpiAlarm = z.strictObject({
  id: z.int(),
  label: z.string(),
  severity: Severity,
  enabled: z.boolean(),
  cockpit: z.int(),
  cockpitName: z.string(),
});
export type KpiAlarm = z.infer<typeof KpiAlarm>;

export const listKpiAlarms = route({
  method: 'GET',
  path: `${API}/mt/kpi/:key/alarms`,
  scope: 'admin',
  needs: 'KPI.read',
  summary: 'Alarm definitions on a KPI, of the cockpits that the caller may open, and how many others',
  params: z.strictObject({ key: KpiKeyText }),
  reply: z.strictObject({
    alarms: z.array(KpiAlarm),
    /** Alarms of cockpits that the caller may not open. */
    others: z.int(),
  }),
});
