import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import type { FlowMapNode } from '#schemas/flowmap/flow-map.ts';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';
import { useFlowMapSearch } from './flowmap-search.ts';

interface Props {
  readonly id: number;
  readonly nodes: readonly FlowMapNode[];
  readonly nameOf: (id: number) => string;
  readonly active?: boolean;
}

/** The name of a place; that of a site leads to its page. */
export function NodeName({ id, nodes, nameOf, active = true }: Props) {
  const { customer } = useFlowMapSearch().search;
  const name = <span className="tt-ellipsis">{nameOf(id)}</span>;
  const isSite = id > 0 && id !== HIDDEN_SITE && nodes.find((node) => node.id === id)?.deleted === false;
  if (!isSite) return name;
  return (
    <ElementLink kind="site" id={id} customer={customer} active={active}>
      {name}
    </ElementLink>
  );
}
