import { filteredKinds, type FilteredKind } from '#schemas/data/element-filter.ts';
import { listedAttribute } from '#schemas/data/compatibility.ts';
import type { KeyAttribute } from '#schemas/data/key-attribute.ts';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { ElementsField } from './ElementsField.tsx';
import type { SettingsEdit } from './settings-edit.ts';
import { useEditTexts } from './texts/en.ts';
import { useFaultAt } from './use-fault-at.ts';

/** The kind of elements that a list breakdown names; undefined where rows have no id that a user could choose. */
export function listedKind(
  kpi: string | undefined,
  keys: readonly KeyAttribute[],
  kpis: KpiDirectory,
): FilteredKind | undefined {
  const facts = kpi === undefined ? undefined : kpis.get(kpi);
  if (facts === undefined) return undefined;
  const isOfFlows = facts.element === 'application';
  const groups = keys.filter((key) => key !== 'date');
  // Traffic by several dimensions, or by DSCP.
  if (isOfFlows && (groups.length > 1 || groups[0] === 'class')) return undefined;
  const attribute = listedAttribute(facts, keys);
  if (attribute === 'conversation') return 'site';
  return filteredKinds.find((kind) => kind === attribute);
}

/** The elements that a list breakdown shows. */
export function ListedFields({
  element,
  ids,
  edit,
}: {
  readonly element: FilteredKind;
  readonly ids: readonly number[];
  readonly edit: SettingsEdit;
}) {
  const text = useEditTexts();
  return (
    <ElementsField
      label={text('listed')}
      element={element}
      ids={ids}
      error={useFaultAt()('breakdown', 'ids')}
      max={dataLimits.maxListed}
      onChange={(chosen) => edit(['breakdown', 'ids'], chosen)}
    />
  );
}
