import type { ClusterEntry } from '#schemas/cluster/cluster.ts';
import { resourceActionsColumn } from '#web/kernel/resource/resource-actions-column.tsx';
import { SharedWithText } from '#web/kernel/resource/SharedWithText.tsx';
import type { useResourceTexts } from '#web/kernel/resource/use-resource-texts.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
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

const resourceColumns = ({ text, resource, isProvider }: ClusterColumnOptions): readonly ClusterColumn[] => [
  {
    id: 'owner',
    header: text('owner'),
    value: ({ owner }) => owner?.name ?? null,
    cell: ({ owner }) => (
      <span className={owner === null ? 'tt-muted' : 'tt-ellipsis'}>
        {owner?.name ?? resource('product')}
      </span>
    ),
    width: 120,
    grow: 1,
  },
  {
    id: 'visibility',
    header: isProvider ? resource('sharedWith') : text('visibility'),
    value: ({ visibility }) => resource(visibility),
    cell: ({ visibility, share }) => {
      if (isProvider) return <SharedWithText share={share} />;
      return visibility === 'private' ? <Tag>{resource('private')}</Tag> : resource(visibility);
    },
    width: 120,
  },
  {
    id: 'modified',
    header: text('modified'),
    value: ({ updatedAt }) => -updatedAt,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
    width: 130,
    align: 'right',
  },
];

/** Columns of clusters. */
export const clusterColumns = (options: ClusterColumnOptions): readonly ClusterColumn[] => [
  ...contentColumns(options),
  ...resourceColumns(options),
  resourceActionsColumn(options),
];
