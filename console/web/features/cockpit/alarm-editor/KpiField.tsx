import { useMemo } from 'react';
import type { Cockpit } from '#schemas/cockpit/cockpit.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { Picker } from '#web/ui/field/Picker.tsx';
import type { EditorSectionProps } from './section-props.ts';
import { withoutAlarm, firstTarget, rejectedKpis } from './editor-draft.ts';
import { kpiOptions, sourcesText } from './kpi-options.ts';
import { unitSign } from '../rule-sentence.ts';
import { useCockpitTexts } from '../texts/en.ts';

/** The KPI of the alarm. KPIs that the other alarms rule out are disabled with the reason. */
export function KpiField({
  editor,
  idOf,
  faultOf,
  cockpit,
}: EditorSectionProps & { readonly cockpit: Cockpit }) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const { draft, stored, send } = editor;
  const kpis = useKpis();
  const own = stored?.id;
  const options = useMemo(
    () =>
      kpiOptions({
        language,
        kpis,
        kindName: (kind) => text(`kind-${kind}`),
        unitName: (kpi) => unitSign(kpi, language),
        rejected: rejectedKpis({ ...cockpit, kpis }, own),
      }),
    [language, text, cockpit, kpis, own],
  );
  const { kpi } = draft;
  const chosen = kpi === null ? undefined : factsIn(kpis, kpi);
  const facts =
    chosen === undefined
      ? '\u00A0'
      : text('kpiFacts', {
          kind: text(`kind-${draft.target ?? chosen.element}`),
          sources: sourcesText(chosen, language),
        });
  const fault = faultOf('kpi');
  return (
    <Picker
      required
      id={idOf('kpi')}
      label={text('kpi')}
      placeholder={text('kpiPlaceholder')}
      nothingFound={text('kpiNone')}
      options={options}
      value={kpi}
      description={fault === undefined ? facts : undefined}
      error={fault}
      onChange={(key) => {
        const target =
          key === null ? undefined : firstTarget(key, withoutAlarm({ ...cockpit, kpis }, own), draft.target);
        send({ type: 'edit', part: { kpi: key, target } });
      }}
    />
  );
}
