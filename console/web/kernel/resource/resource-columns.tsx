import type { Named } from '#schemas/resource/resource.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { SharedWithText } from './SharedWithText.tsx';
import type { Shareable } from './shareable.ts';
import type { useResourceTexts } from './texts/en.ts';

type Texts = ReturnType<typeof useResourceTexts>;

/** Who owns a resource; without an owner it comes with the product. */
export const ownerColumn = <Row extends { readonly owner: Pick<Named, 'name'> | null }>(
  resource: Texts,
): Column<Row> => ({
  id: 'owner',
  header: resource('owner'),
  value: ({ owner }) => owner?.name ?? '',
  cell: ({ owner }) => (
    <span className={owner === null ? 'tt-muted tt-ellipsis' : 'tt-ellipsis'}>
      {owner?.name ?? resource('product')}
    </span>
  ),
  width: 104,
  grow: 1,
});

/** Who sees a resource: in the multi-client space, with which customers it is shared. */
export const visibilityColumn = <Row extends Pick<Shareable, 'visibility' | 'share'>>(
  resource: Texts,
  isProvider: boolean,
): Column<Row> => ({
  id: 'visibility',
  header: resource(isProvider ? 'sharedWith' : 'visibility'),
  value: ({ visibility }) => resource(visibility),
  cell: ({ visibility, share }) => {
    if (isProvider) return <SharedWithText share={share} />;
    return visibility === 'private' ? <Tag>{resource('private')}</Tag> : resource(visibility);
  },
  width: 120,
});

/** When a resource was changed last; ascending order has the newest first. */
export const modifiedColumn = <Row extends { readonly updatedAt: number }>(resource: Texts): Column<Row> => ({
  id: 'modified',
  header: resource('changed'),
  value: ({ updatedAt }) => -updatedAt,
  cell: ({ updatedAt }) => <Time at={updatedAt} />,
  width: 140,
  align: 'right',
});
