import type { Translate } from '#web/lib/text-types.ts';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import type { en } from '../texts/en.ts';
import { DeliveryOutcome } from './DeliveryOutcome.tsx';
import type { NotificationTarget } from './notification-target.ts';

export type SettingsText = Translate<typeof en>;

/** Name and state, the columns of the kind, then the last delivery. */
export const targetColumns = <Row extends NotificationTarget>(
  own: readonly Column<Row>[],
  text: SettingsText,
): readonly Column<Row>[] => [
  {
    ...textColumn<Row>('name', text('name'), ({ name }) => name),
    width: 150,
    fixed: true,
    cell: ({ name }) => <span className="tt-ellipsis tt-target-name">{name}</span>,
  },
  {
    id: 'enabled',
    header: text('state'),
    value: ({ enabled }) => (enabled ? 0 : 1),
    cell: ({ enabled }) => (
      <Tag tone={enabled ? 'good' : 'plain'}>{text(enabled ? 'enabled' : 'disabled')}</Tag>
    ),
    width: 96,
  },
  ...own,
  {
    id: 'last',
    header: text('lastDelivery'),
    value: ({ lastDelivery }) => lastDelivery?.createdAt ?? null,
    cell: ({ lastDelivery }) =>
      lastDelivery === null ? (
        <span className="tt-muted">{text('never')}</span>
      ) : (
        <span className="tt-last-delivery" title={lastDelivery.response}>
          <DeliveryOutcome state={lastDelivery.state} />
          <span className="tt-muted tt-ellipsis">
            <Time at={lastDelivery.createdAt} />
          </span>
        </span>
      ),
    width: 240,
  },
];
