import { useMemo } from 'react';
import type { FlowMapLink, FlowMapLinks } from '#schemas/flowmap/flow-map.ts';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';
import { useListSorting } from '#web/kernel/list/use-list-sorting.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { figureColumn } from '#web/ui/table/figure-column.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useFlowMapSearch } from './flowmap-search.ts';
import { NodeName } from './NodeName.tsx';
import { useNodeNames } from './node-names.ts';
import { useFlowMapTexts } from './texts/en.ts';

const idOf = ({ element }: FlowMapLink): string => String(element);
const nameOfLink = ({ name }: FlowMapLink): string => name;

interface LinkColumnNeeds {
  readonly links: readonly FlowMapLink[];
  readonly nodes: FlowMapLinks['nodes'];
  readonly nameOf: (id: number) => string;
  readonly text: ReturnType<typeof useFlowMapTexts>;
  readonly language: Language;
  readonly customer: number | undefined;
}

function linkColumns(needs: LinkColumnNeeds): readonly Column<FlowMapLink>[] {
  const { links, nodes, nameOf, text, language, customer } = needs;
  const figures = { rows: links, language } as const;
  return [
    {
      ...textColumn<FlowMapLink>('one', text('site'), ({ one }) => nameOf(one)),
      cell: ({ one }, { active }) => <NodeName id={one} nodes={nodes} nameOf={nameOf} active={active} />,
      card: { line: 1 },
    },
    {
      ...textColumn<FlowMapLink>('other', text('remote'), ({ other }) => nameOf(other)),
      cell: ({ other }, { active }) => <NodeName id={other} nodes={nodes} nameOf={nameOf} active={active} />,
      card: { line: 2 },
    },
    {
      ...textColumn<FlowMapLink>('name', text('link'), nameOfLink),
      grow: 2,
      cell: ({ element, kind, name }, { active }) => (
        <ElementLink kind={kind} id={element} customer={customer} active={active}>
          <span className="tt-ellipsis">{name}</span>
        </ElementLink>
      ),
    },
    {
      ...textColumn<FlowMapLink>('kind', text('linkKind'), ({ kind }) => text(`linkKind-${kind}`)),
      grow: 0,
    },
    figureColumn('latency', text('latency'), {
      ...figures,
      valueOf: ({ latency }) => latency,
      style: 'millisecond',
    }),
    figureColumn('loss', text('loss'), { ...figures, valueOf: ({ loss }) => loss, style: 'percent' }),
    figureColumn('load', text('load'), { ...figures, valueOf: ({ load }) => load, style: 'percent' }),
  ];
}

/** The links of the map as rows. */
export function LinkTable({ links: { links, nodes } }: { readonly links: FlowMapLinks }) {
  const text = useFlowMapTexts();
  const language = useLanguage();
  const address = useFlowMapSearch();
  const { customer } = address.search;
  const nameOf = useNodeNames(nodes);
  const columns = useMemo(
    () => linkColumns({ links, nodes, nameOf, text, language, customer }),
    [links, nodes, nameOf, text, language, customer],
  );
  const empty = { is: 'empty', title: text('noLinks'), hint: text('noLinksHint') } as const;
  return (
    <Panel label={text('linkTable')} state={links.length === 0 ? empty : { is: 'ready' }}>
      <DataTable
        name="flow-map-links"
        label={text('linkTable')}
        rows={links}
        columns={columns}
        rowId={idOf}
        rowName={nameOfLink}
        density={useDensity()}
        {...useListSorting(address)}
      />
    </Panel>
  );
}
