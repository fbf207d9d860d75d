import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { isoOf } from '#web/lib/clock.ts';
import { csvOf } from '#web/lib/csv.ts';
import { downloadText } from '#web/lib/download-text.ts';
import { topologyText } from './alert-rows.ts';
import { alarmState } from './alarm-state.ts';
import { latestValue } from './alarm-value.ts';

/** Field names are those of the API, in every language: scripts read the file. */
const fields: readonly (readonly [name: string, cell: (row: AlarmRow) => string | number | null])[] = [
  ['severity', ({ severity }) => severity],
  ['alarm', ({ name }) => name],
  ['kpi', ({ kpi }) => kpi],
  ['site', ({ siteName }) => siteName],
  ['element', ({ elementName }) => elementName],
  ['topology', topologyText],
  ['value', ({ recent }) => latestValue(recent)],
  ['operator', ({ operator }) => operator],
  ['threshold', ({ threshold }) => threshold],
  ['state', alarmState],
  ['measuredAt', ({ window, length }) => isoOf((window + length) * 1_000)],
  ['decidedAt', ({ decided }) => (decided === undefined ? null : isoOf(decided))],
  ['flaps', ({ flaps = 0 }) => flaps],
  ['outliers', ({ outliers }) => outliers],
  ['measures', ({ measures }) => measures],
  ['since', ({ since }) => isoOf(since * 1_000)],
  ['acknowledgedBy', ({ acknowledged }) => acknowledged?.by ?? null],
  ['assignedTo', ({ assigned }) => assigned?.to.name ?? null],
  ['silencedBy', ({ silenced }) => silenced?.by ?? null],
  ['explainedBy', ({ parent }) => parent?.relation ?? null],
];

/** Alarms as CSV in the given order. */
export const alertCsv = (rows: readonly AlarmRow[]): string =>
  csvOf([fields.map(([name]) => name), ...rows.map((row) => fields.map(([, cell]) => cell(row)))]);

export const downloadAlerts = (rows: readonly AlarmRow[]): void =>
  downloadText('alerts.csv', { text: alertCsv(rows), type: 'text/csv;charset=utf-8' });
