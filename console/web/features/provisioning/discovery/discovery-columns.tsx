import { IconPlayerStop, IconRepeat } from '@tabler/icons-react';
import type { DiscoveryRun } from '#schemas/discovery/routes.ts';
import { msOf } from '#web/lib/clock.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag, type TagTone } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { isBusy } from '../provisioning-queries.ts';
import type { en } from '../texts/en.ts';

interface Options {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly actionsLabel: string;
  readonly disabledReason: string | undefined;
  readonly customerName: (customer: number) => string;
  readonly onCancel: (run: DiscoveryRun) => void;
  readonly onRepeat: (run: DiscoveryRun) => void;
}

const tones: Readonly<Record<DiscoveryRun['state'], TagTone>> = {
  queued: 'plain',
  running: 'accent',
  finished: 'good',
  failed: 'bad',
  cancelled: 'plain',
  interrupted: 'warning',
};

export const discoveryName = ({ siteName, ranges }: DiscoveryRun): string =>
  `${siteName} ${ranges.join(', ')}`;

const actionsOf = ({
  text,
  actionsLabel,
  disabledReason,
  onCancel,
  onRepeat,
}: Options): Column<DiscoveryRun> =>
  rowActionsColumn<DiscoveryRun>({
    header: actionsLabel,
    nameOf: discoveryName,
    disabledReasonOf: () => disabledReason,
    actions: (run) => [
      {
        is: 'action',
        label: text('repeat'),
        icon: <IconRepeat size={15} />,
        disabledReason: isBusy(run) ? text('isRunning') : undefined,
        run: () => onRepeat(run),
      },
      { is: 'line', id: 'end' },
      {
        is: 'action',
        label: text('cancelDiscovery'),
        icon: <IconPlayerStop size={15} />,
        disabledReason: isBusy(run) ? undefined : text('notRunning'),
        run: () => onCancel(run),
      },
    ],
  });

/** How far a discovery is. */
export const progressText = (
  { progress: { queried: requested, addresses, found } }: Pick<DiscoveryRun, 'progress'>,
  text: Options['text'],
  language: Language,
): string =>
  text('queried', {
    queried: formatNumber(requested, language),
    addresses: formatNumber(addresses, language),
    found: formatNumber(found, language),
  });

export function discoveryColumns(options: Options): readonly Column<DiscoveryRun>[] {
  const { text, language, customerName } = options;
  return [
    {
      ...textColumn<DiscoveryRun>('site', text('site'), ({ siteName }) => siteName),
      width: 150,
      grow: 1,
      fixed: true,
      card: { line: 1 },
    },
    {
      ...textColumn<DiscoveryRun>('customer', text('customer'), ({ customer }) => customerName(customer)),
      width: 150,
      grow: 1,
      yields: 1,
      card: { line: 2 },
    },
    {
      ...textColumn<DiscoveryRun>('ranges', text('ranges'), ({ ranges }) => ranges.join(', ')),
      width: 180,
      grow: 2,
      card: { line: 2, end: true },
    },
    {
      id: 'state',
      header: text('state'),
      value: ({ state }) => state,
      cell: ({ state, fault, progress: { found } }) => (
        <>
          <Tag tone={state === 'finished' && found === 0 ? 'plain' : tones[state]}>
            {text(`run_${state}`)}
          </Tag>
          {fault !== null && <span className="tt-muted"> {fault.message}</span>}
        </>
      ),
      width: 130,
      card: { line: 1, end: true },
    },
    {
      ...textColumn<DiscoveryRun>('addresses', text('addresses'), (run) => progressText(run, text, language)),
      width: 270,
      card: { line: 3 },
    },
    {
      ...countColumn<DiscoveryRun>('open', text('proposals'), { countOf: ({ open }) => open, language }),
      width: 140,
    },
    {
      ...textColumn<DiscoveryRun>('author', text('author'), ({ createdBy }) => createdBy),
      width: 110,
      yields: 2,
    },
    {
      id: 'started',
      header: text('started'),
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Time at={msOf(createdAt)} />,
      width: 130,
    },
    actionsOf(options),
  ];
}
