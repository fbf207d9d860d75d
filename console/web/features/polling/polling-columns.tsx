import { IconPlayerPause, IconPlayerPlay, IconStethoscope } from '@tabler/icons-react';
import type { PollerUse } from '#schemas/polling/poller-use.ts';
import type { ListedPoller } from '#schemas/polling/routes.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { plainNumber } from '#schemas/unit/number.ts';
import { rowItems } from '#web/kernel/resource/resource-actions-column.tsx';
import type { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { textColumn } from '#web/ui/table/columns.tsx';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import type { en } from './texts/en.ts';

export type PollingText = Translate<typeof en>;
type Run = (poller: ListedPoller) => void;

export interface PollerColumnOptions {
  readonly text: PollingText;
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly language: Language;
  readonly disabledReason: string | undefined;
  /** Why a poller cannot be tested. */
  readonly testReason: string | undefined;
  /** By poller; undefined while no poller process responds. */
  readonly uses: ReadonlyMap<string, PollerUse> | undefined;
  readonly onEdit: Run;
  readonly onCopy: Run;
  readonly onTest: Run;
  readonly onActivate: Run;
  readonly onRemove: Run;
}

type PollerColumn = Column<ListedPoller>;

export const originOf = ({ builtIn }: ListedPoller) => (builtIn ? 'built-in' : 'defined');

function itemsOf(poller: ListedPoller, options: PollerColumnOptions): readonly MenuItem[] {
  const { text, resource, language, disabledReason } = options;
  const items = rowItems(resource);
  const lockedReason =
    disabledReason ?? (poller.builtIn ? problemText('POLLER_BUILT_IN', language) : undefined);
  return [
    items.edit(() => options.onEdit(poller), lockedReason),
    items.duplicate(() => options.onCopy(poller), disabledReason),
    {
      is: 'action',
      label: text('test'),
      icon: <IconStethoscope size={15} />,
      disabledReason: options.testReason,
      run: () => options.onTest(poller),
    },
    {
      is: 'action',
      label: text(poller.active ? 'deactivate' : 'activate'),
      icon: poller.active ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />,
      disabledReason,
      run: () => options.onActivate(poller),
    },
    ...items.remove(() => options.onRemove(poller), lockedReason),
  ];
}

const definition = ({ text }: PollerColumnOptions): readonly PollerColumn[] => [
  {
    ...textColumn('name', text('name'), ({ name }) => name),
    fixed: true,
    grow: 3,
    width: 320,
    wraps: true,
    card: { line: 1, wraps: true },
  },
  {
    ...textColumn('oid', text('oid'), ({ oid }) => oid),
    cell: ({ oid }) => <code className="tt-ellipsis">{oid}</code>,
    width: 150,
    grow: 2,
    card: { line: 2 },
  },
  {
    ...textColumn('script', text('script'), ({ script }) => script ?? ''),
    cell: ({ script }) => script !== null && <code className="tt-ellipsis">{script}</code>,
    width: 130,
    yields: 1,
  },
  {
    ...textColumn('valueType', text('valueType'), ({ valueType }) => valueType),
    width: 90,
    grow: 0,
    yields: 2,
  },
  {
    id: 'default',
    header: text('defaultValue'),
    value: ({ defaultValue }) => defaultValue,
    cell: ({ defaultValue }) => defaultValue,
    width: 80,
    align: 'right',
    yields: 6,
  },
  {
    ...textColumn('level', text('level'), ({ level }) => text(`level-${level}`)),
    width: 95,
    grow: 0,
    card: { line: 3 },
  },
  {
    ...textColumn('counters', text('counters'), ({ counters }) => counters.map(({ key }) => key).join(', ')),
    width: 120,
  },
  {
    ...textColumn('incremental', text('incremental'), ({ incremental }) => text(incremental ? 'yes' : 'no')),
    width: 90,
    grow: 0,
    yields: 5,
  },
];

const use = ({ text, language, uses }: PollerColumnOptions): readonly PollerColumn[] => [
  {
    id: 'devices',
    header: text('devices'),
    value: ({ id }) => uses?.get(id)?.devices ?? 0,
    cell: ({ id }) => uses !== undefined && formatNumber(uses.get(id)?.devices ?? 0, language),
    width: 90,
    align: 'right',
    yields: 4,
  },
  {
    id: 'requests',
    header: text('requests'),
    value: ({ id }) => uses?.get(id)?.requests ?? 0,
    cell: ({ id }) => uses !== undefined && plainNumber(uses.get(id)?.requests ?? 0, language),
    width: 110,
    align: 'right',
    yields: 7,
  },
];

const standing = ({ text }: PollerColumnOptions): readonly PollerColumn[] => [
  {
    ...textColumn('origin', text('origin'), (poller) => text(`origin-${originOf(poller)}`)),
    cell: (poller) => (
      <Tag tone={poller.builtIn ? 'plain' : 'accent'}>{text(`origin-${originOf(poller)}`)}</Tag>
    ),
    grow: 0,
    width: 95,
    yields: 3,
  },
  {
    ...textColumn('state', text('state'), ({ active }) => text(active ? 'active' : 'inactive')),
    cell: ({ active }) => (
      <Tag tone={active ? 'good' : 'warning'}>{text(active ? 'active' : 'inactive')}</Tag>
    ),
    grow: 0,
    width: 100,
    card: { line: 3, end: true },
  },
];

/** Columns of pollers. */
export const pollerColumns = (options: PollerColumnOptions): readonly PollerColumn[] => [
  ...definition(options),
  ...use(options),
  ...standing(options),
  {
    ...rowActionsColumn<ListedPoller>({
      header: options.resource('actions'),
      nameOf: ({ name }) => name,
      disabledReasonOf: () => undefined,
      actions: (poller) => itemsOf(poller, options),
    }),
    card: { line: 1, end: true },
  },
];
