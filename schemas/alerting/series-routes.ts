import { z } from 'zod';
import { Series, SeriesPeriod } from '../kpi/series.ts';
import { API, route } from '../route.ts';
import { alarmInstanceParams } from './routes.ts';

/**
 * Users who may see an alarm may see its KPI on that element, without the permission for KPI series in general. A deleted alarm is
 * NOT_FOUND.
 */
export const readAlarmSeries = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/:alarm/:element/kpi`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Values over time of the KPI of an alarm on one element',
  params: alarmInstanceParams,
  query: SeriesPeriod,
  reply: Series,
  problems: ['KPI_INCOMPATIBLE', 'NOT_FOUND', 'SERIES_NOT_RETAINED', 'SERIES_TOO_LONG', 'TOO_MUCH_DATA'],
});

/** Of the KPIs of `relatedKpis` those with values in the period, limited as `readAlarmSeries`. */
export const readRelatedSeries = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/:alarm/:element/related`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Values over time of other KPIs of the element of an alarm',
  params: alarmInstanceParams,
  query: SeriesPeriod,
  reply: z.strictObject({ kpis: z.array(Series) }),
  problems: ['KPI_INCOMPATIBLE', 'NOT_FOUND', 'SERIES_NOT_RETAINED', 'SERIES_TOO_LONG', 'TOO_MUCH_DATA'],
});
