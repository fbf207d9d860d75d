import { elementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { comparisons } from '#schemas/data/comparison.ts';
import type { DashletOf } from '#schemas/dashboard/dashlets.ts';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { useDashboardTexts } from '../texts/en.ts';
import { AxisFields, Choice, LegendField, TrendFields } from './ChartFields.tsx';
import type { SettingsEdit } from './settings-edit.ts';
import { useEditTexts } from './texts/en.ts';

/** The fields that only timelines have. */
export function TimelineFields({
  dashlet,
  edit,
}: {
  readonly dashlet: DashletOf<'timeline'>;
  readonly edit: SettingsEdit;
}) {
  const text = useDashboardTexts();
  const editText = useEditTexts();
  const { style, stacked, legend, left, right, series, comparison, marks } = dashlet.settings;
  return (
    <>
      <Choice
        label={text('style')}
        options={['line', 'area', 'bars'] as const}
        nameOf={(value) => text(`style_${value}`)}
        value={style}
        onChange={(value) => edit(['style'], value)}
      />
      <Switch label={text('stacked')} checked={stacked} onChange={(isOn) => edit(['stacked'], isOn)} />
      <AxisFields name="left" axis={left} edit={edit} />
      {series.some(({ axis }) => axis === 'right') && <AxisFields name="right" axis={right} edit={edit} />}
      <LegendField legend={legend} edit={edit} />
      <Choice
        label={editText('comparison')}
        options={['none', ...comparisons]}
        nameOf={(value) => editText(`comparison_${value}`)}
        value={comparison}
        onChange={(value) => edit(['comparison'], value)}
      />
      <MultiSelect
        label={editText('marks')}
        description={editText('marksHint')}
        options={elementMarks.map((mark) => ({ value: mark, label: editText(`marks_${mark}`) }))}
        values={marks}
        onChange={(values) => edit(['marks'], values)}
      />
      <TrendFields dashlet={dashlet} edit={edit} />
    </>
  );
}
