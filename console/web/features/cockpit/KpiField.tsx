import { useMemo } from 'react';
import type { Cockpit } from '#schemas/cockpit/cockpit.ts';
import { targetOf } from '#schemas/cockpit/target.ts';
import { kpiKeys } from '#schemas/kpi/library.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Picker } from '#web/ui/Picker.tsx';
import type { SectionProps } from './section-props.ts';
import { firstTarget, othersOf, refusedKpis } from './editor-draft.ts';
import { kpiOptions, sourcesText } from './kpi-options.ts';
import { unitSign } from './rule-sentence.ts';
import { useCockpitTexts } from './use-cockpit-texts.ts';

/** The KPI of the alarm; those that the rest of the cockpit does not allow are shown with the reason. */
export function KpiField({ editor, idOf, faultOf, cockpit }: SectionProps & { readonly cockpit: Cockpit }) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const { draft, stored, send } = editor;
  const own = stored?.id;
  const options = useMemo(
    () =>
      kpiOptions({
        language,
        kindName: (kind) => text(`kind-${kind}`),
        unitName: (kpi) => unitSign(kpi, language),
        refused: refusedKpis(cockpit, own),
      }),
    [language, text, cockpit, own],
  );
  const { kpi } = draft;
  const facts =
    kpi === null
      ? '\u00A0'
      : text('kpiFacts', {
          kind: text(`kind-${targetOf({ kpi, target: draft.target })}`),
          sources: sourcesText(kpi, language),
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
        const chosen = kpiKeys.find((known) => known === key) ?? null;
        const target =
          chosen === null ? undefined : firstTarget(chosen, othersOf(cockpit, own), draft.target);
        send({ type: 'edit', part: { kpi: chosen, target } });
      }}
    />
  );
}
