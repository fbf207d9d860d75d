import { formatValue } from '#schemas/unit/format.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { liveKinds } from '#schemas/inventory/list/live.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { Time } from '#web/ui/text/Time.tsx';
import { PartState } from '../element/parts/PartState.tsx';
import { partStateOf } from '../element/parts/part-rows.ts';
import type { PlacedRow } from '../inventory-columns.tsx';
import type { en } from '../texts/en.ts';
import { alarmsIn } from './alarms-by-place.ts';
import { useListLive, useLiveValues } from './use-live-list.ts';

/** What is not known yet, or not measured. */
const UNKNOWN = '–';
/** Loads are compared by eye: equal decimals. */
const loadStyle = { unit: 'percent', decimals: 1 } as const;

function StateCell({ element }: { readonly element: InventoryElement }) {
  const { values, alarms } = useListLive();
  const found = useLiveValues(values, element.id);
  const own = alarms === undefined ? [] : alarmsIn(alarms, element);
  const hasUp = liveKinds[element.kind]?.up !== undefined;
  if (element.live !== undefined) return <PartState state={element.live.state} />;
  if (values === undefined && alarms === undefined) return UNKNOWN;
  const isMeasured = values === undefined ? true : found?.some((value) => value !== null);
  return (
    <PartState
      state={partStateOf(element, { alarms: own, up: hasUp ? found?.[0] : undefined, isMeasured })}
    />
  );
}

function AlarmCell({ element }: { readonly element: InventoryElement }) {
  const { alarms } = useListLive();
  const language = useLanguage();
  const known = alarms && alarmsIn(alarms, element).length;
  const count = element.live === undefined ? known : element.live.alarms;
  if (count === undefined || count === null) return UNKNOWN;
  return count === 0 ? '' : formatNumber(count, language);
}

function LoadCell({ element, way }: { readonly element: InventoryElement; readonly way: 0 | 1 }) {
  const { values } = useListLive();
  const language = useLanguage();
  const found = useLiveValues(values, element.id);
  const offset = liveKinds[element.kind]?.up === undefined ? 0 : 1;
  const known = found?.[offset + way] ?? null;
  const value = element.live === undefined ? known : element.live[way === 0 ? 'in' : 'out'];
  return value === null ? UNKNOWN : formatValue(value, loadStyle, language);
}

function SeenCell({ element }: { readonly element: InventoryElement }) {
  const { seen } = useListLive();
  const id = element.kind === 'device' ? element.id : element.device?.id;
  const [known = null] = useLiveValues(seen, id) ?? [];
  const at = element.live === undefined ? known : element.live.seen;
  return at === null ? UNKNOWN : <Time at={at} />;
}

interface LiveColumnOptions {
  readonly kind: InventoryKind;
  readonly text: Translate<typeof en>;
  readonly seesAlarms: boolean;
  readonly seesValues: boolean;
  readonly value: (row: PlacedRow) => number;
  readonly filled: readonly string[] | undefined;
}

/** The value of a column is the place of the row: the server sorts. */
const live = (
  { value, filled }: Pick<LiveColumnOptions, 'value' | 'filled'>,
  { id, header, cell }: Pick<Column<PlacedRow>, 'id' | 'header' | 'cell'>,
): Column<PlacedRow> => ({
  id,
  header,
  value,
  width: 76,
  cell,
  ...(filled?.includes(id) === false ? { hiddenAtFirst: true } : {}),
});

const stateColumn = (options: LiveColumnOptions): Column<PlacedRow> => ({
  ...live(options, {
    id: 'state',
    header: options.text('liveState'),
    cell: ({ element }) => <StateCell element={element} />,
  }),
  width: 104,
  card: { line: 1, end: true },
});

const alarmColumn = (options: LiveColumnOptions): Column<PlacedRow> => ({
  ...live(options, {
    id: 'alarms',
    header: options.text('liveAlarms'),
    cell: ({ element }) => <AlarmCell element={element} />,
  }),
  align: 'right',
});

const loadColumns = (options: LiveColumnOptions): readonly Column<PlacedRow>[] =>
  ([0, 1] as const).map((way) => ({
    ...live(options, {
      id: way === 0 ? 'in' : 'out',
      header: options.text(way === 0 ? 'liveIn' : 'liveOut'),
      cell: ({ element }) => <LoadCell element={element} way={way} />,
    }),
    align: 'right',
    card: { line: 3, named: true },
  }));

const seenColumn = (options: LiveColumnOptions): Column<PlacedRow> => ({
  ...live(options, {
    id: 'seen',
    header: options.text('liveSeen'),
    cell: ({ element }) => <SeenCell element={element} />,
  }),
  width: 104,
});

/** Kinds that belong to no device, which could respond. */
const withoutDevice: ReadonlySet<InventoryKind> = new Set(['site', 'application', 'conversation']);

/** What is shown of elements as they are now: read for the rows in view. */
export function liveColumns(options: LiveColumnOptions): {
  readonly state: readonly Column<PlacedRow>[];
  readonly others: readonly Column<PlacedRow>[];
} {
  const { kind, seesAlarms, seesValues } = options;
  const measured = seesValues ? liveKinds[kind] : undefined;
  return {
    state: seesAlarms || measured !== undefined ? [stateColumn(options)] : [],
    others: [
      ...(seesAlarms ? [alarmColumn(options)] : []),
      ...(measured?.load === undefined ? [] : loadColumns(options)),
      ...(withoutDevice.has(kind) ? [] : [seenColumn(options)]),
    ],
  };
}
