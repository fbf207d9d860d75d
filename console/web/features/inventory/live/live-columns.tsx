import { formatValue } from '#schemas/unit/format.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
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
import { liveKinds } from './live-kinds.ts';
import { alarmsIn, useListLive, useLiveValues } from './use-live-list.ts';

/** What is not known yet, or not measured. */
const UNKNOWN = '–';
/** Loads are compared by eye: equal decimals. */
const loadStyle = { unit: 'percent', decimals: 1 } as const;

function StateCell({ element }: { readonly element: InventoryElement }) {
  const { values, alarms } = useListLive();
  const found = useLiveValues(values, element.id);
  const own = alarms === undefined ? [] : alarmsIn(alarms, element);
  const hasUp = liveKinds[element.kind]?.up !== undefined;
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
  if (alarms === undefined) return UNKNOWN;
  const { length } = alarmsIn(alarms, element);
  return length === 0 ? '' : formatNumber(length, language);
}

function LoadCell({ element, way }: { readonly element: InventoryElement; readonly way: 0 | 1 }) {
  const { values } = useListLive();
  const language = useLanguage();
  const found = useLiveValues(values, element.id);
  const offset = liveKinds[element.kind]?.up === undefined ? 0 : 1;
  const value = found?.[offset + way] ?? null;
  return value === null ? UNKNOWN : formatValue(value, loadStyle, language);
}

function SeenCell({ element }: { readonly element: InventoryElement }) {
  const { seen } = useListLive();
  const id = element.kind === 'device' ? element.id : element.device?.id;
  const [at = null] = useLiveValues(seen, id) ?? [];
  return at === null ? UNKNOWN : <Time at={at} />;
}

interface LiveColumnOptions {
  readonly kind: InventoryKind;
  readonly text: Translate<typeof en>;
  readonly seesAlarms: boolean;
  readonly seesValues: boolean;
}

const live = (id: string, header: string, cell: Column<PlacedRow>['cell']): Column<PlacedRow> => ({
  id,
  header,
  // The list is sorted by the server, which does not know what is newest.
  value: () => null,
  sortable: false,
  width: 76,
  cell,
});

const stateColumn = ({ text }: Pick<LiveColumnOptions, 'text'>): Column<PlacedRow> => ({
  ...live('state', text('liveState'), ({ element }) => <StateCell element={element} />),
  width: 104,
  card: { line: 1, end: true },
});

const alarmColumn = ({ text }: Pick<LiveColumnOptions, 'text'>): Column<PlacedRow> => ({
  ...live('alarms', text('liveAlarms'), ({ element }) => <AlarmCell element={element} />),
  align: 'right',
});

const loadColumns = ({ text }: Pick<LiveColumnOptions, 'text'>): readonly Column<PlacedRow>[] =>
  ([0, 1] as const).map((way) => ({
    ...live(way === 0 ? 'in' : 'out', text(way === 0 ? 'liveIn' : 'liveOut'), ({ element }) => (
      <LoadCell element={element} way={way} />
    )),
    align: 'right',
    card: { line: 2, named: true },
  }));

const seenColumn = ({ text }: Pick<LiveColumnOptions, 'text'>): Column<PlacedRow> => ({
  ...live('seen', text('liveSeen'), ({ element }) => <SeenCell element={element} />),
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
