import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { statedTarget, alarmTargetOf, alarmTargetsOf } from '#schemas/cockpit/target.ts';
import { Select } from '#web/ui/field/Select.tsx';
import type { EditorSectionProps } from './section-props.ts';
import { useCockpitTexts } from '../texts/en.ts';

/** The kind of element an alarm applies to, for a KPI measured on several kinds. */
export function TargetField({ editor: { draft, send }, idOf, faultOf }: EditorSectionProps) {
  const text = useCockpitTexts();
  const kpis = useKpis();
  const { kpi, target } = draft;
  if (kpi === null) return null;
  const facts = kpis.get(kpi);
  const kinds = alarmTargetsOf(facts);
  if (kinds.length < 2) return null;
  return (
    <Select
      id={idOf('target')}
      label={text('target')}
      options={kinds.map((kind) => ({ value: kind, label: text(`kind-${kind}`) }))}
      value={alarmTargetOf({ kpi, target }, kpis) ?? null}
      error={faultOf('target')}
      onChange={(chosen) => {
        const kind = kinds.find((known) => known === chosen);
        send({ type: 'edit', part: { target: kind && statedTarget(facts, kind) } });
      }}
    />
  );
}
