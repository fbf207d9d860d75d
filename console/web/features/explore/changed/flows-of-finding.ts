import type { ChangeReply, ChangeValue } from '#schemas/explore/changed/what-changed.ts';
import type { DimensionId } from '#schemas/explore/fields.ts';

/** The flows of a value in the explorer: those of the place and filter that were compared. */
export const flowsOfFinding = (
  { filter: own }: Pick<ChangeValue, 'filter'>,
  { context: { site, element, way, filter } }: Pick<ChangeReply, 'context'>,
): string =>
  [
    ...(site === null ? [] : [`site = #${String(site.id)}`]),
    ...(element?.kind === 'device' ? [`exporter = #${String(element.id)}`] : []),
    ...(element?.kind === 'interface'
      ? [`${{ in: 'in-interface', out: 'out-interface', both: 'interface' }[way]} = #${String(element.id)}`]
      : []),
    ...(filter === '' ? [] : [`(${filter})`]),
    ...(own === '' ? [] : [own]),
  ].join(' and ');

/** What the flows are grouped by: hosts only where single flows are retained. */
export const exploredBy = ({ source }: Pick<ChangeReply, 'source'>): readonly DimensionId[] =>
  source === 'raw' ? ['source-address', 'destination-address'] : ['application', 'remote-site'];
