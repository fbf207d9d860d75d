import type { ClusterEntry } from '#schemas/cluster/cluster.ts';
import { resourceActionsColumn } from '#web/kernel/resource/resource-actions-column.tsx';
import { modifiedColumn, ownerColumn, visibilityColumn } from '#web/kernel/resource/resource-columns.tsx';
import type { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import type { en } from './texts/en.ts';

type Text = Translate<typeof en>;

export interface ClusterColumnOptions {
  readonly text: Text;
  readonly resource: ReturnType<typeof useResourceTexts>;
  /** In the multi-client space the sharing replaces the visibility. */
  readonly isProvider: boolean;
  readonly actions: (cluster: ClusterEntry) => readonly MenuItem[];
  /** Why a cluster cannot be changed. */
  readonly disabledReasonOf: (cluster: ClusterEntry) => string | undefined;
}

type ClusterColumn = Column<ClusterEntry>;

/** The sites as one line. */
export const sitesText = ({ everySite, sites }: ClusterEntry, text: Text): string =>
  everySite ? text('everySiteShort') : sites.map(({ name }) => name).join(', ');

const contentColumns = ({ text, resource }: ClusterColumnOptions): readonly ClusterColumn[] => [
  {
    id: 'name',
    header: text('name'),
    value: ({ name }) => name,
    cell: ({ name, status, faults }) => (
      <span className="tt-named">
        <span className="tt-ellipsis">{name}</span>
        {!status.active && <Tag tone="warning">{resource('inactive')}</Tag>}
        {faults.length > 0 && <Tag tone="warning">!</Tag>}
      </span>
    ),
    width: 170,
    grow: 2,
    fixed: true,
  },
  {
    id: 'type',
    header: text('type'),
    value: ({ type }) => text(type),
    cell: ({ type }) => text(type),
    width: 110,
  },
  {
    id: 'sites',
    header: text('sites'),
    value: (cluster) => sitesText(cluster, text),
    cell: (cluster) => <span className="tt-ellipsis">{sitesText(cluster, text)}</span>,
    width: 160,
    grow: 4,
  },
];

/** Columns of clusters. */
export const clusterColumns = (options: ClusterColumnOptions): readonly ClusterColumn[] => [
  ...contentColumns(options),
  ownerColumn(options.resource),
  visibilityColumn(options.resource, options.isProvider),
  modifiedColumn(options.resource),
  resourceActionsColumn(options),
];
