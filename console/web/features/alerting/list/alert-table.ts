import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { FileCell, FileColumn, FileTable } from '#schemas/csv/table-file.ts';
import { lazyRowsOf } from '#web/lib/export/made-rows.ts';
import { topologyText } from './alert-rows.ts';
import { alarmState } from './alarm-state.ts';
import { latestValue } from './alarm-value.ts';

type Field = readonly [name: string, cell: (row: AlarmRow) => FileCell, is?: 'time'];

/** Field names are those of the API, in every language: scripts read the file. */
const fields: readonly Field[] = [
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
  ['measuredAt', ({ window, length }) => (window + length) * 1_000, 'time'],
  ['decidedAt', ({ decided }) => decided ?? null, 'time'],
  ['flaps', ({ flaps = 0 }) => flaps],
  ['outliers', ({ outliers }) => outliers],
  ['measures', ({ measures }) => measures],
  ['since', ({ since }) => since * 1_000, 'time'],
  ['acknowledgedBy', ({ acknowledged }) => acknowledged?.by ?? null],
  ['assignedTo', ({ assigned }) => assigned?.to.name ?? null],
  ['silencedBy', ({ silenced }) => silenced?.by ?? null],
  ['explainedBy', ({ parent }) => parent?.relation ?? null],
];

/** Alarms as a table in the given order, with times of a zone. */
export const alertTable = (rows: readonly AlarmRow[], timeZone: string): FileTable => ({
  columns: fields.map(([name, , is]): FileColumn =>
    is === undefined ? { is: 'value', name } : { is, name, timeZone },
  ),
  rows: lazyRowsOf(rows, (row) => fields.map(([, cell]) => cell(row))),
});
