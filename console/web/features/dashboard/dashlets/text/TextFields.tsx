import type { DashletOf } from '#schemas/dashboard/dashlets.ts';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import type { SettingsEdit } from '../../edit/settings-edit.ts';
import { useFaultAt } from '../../edit/use-fault-at.ts';
import { useEditTexts } from '../../edit/texts/en.ts';

/** The Markdown of a text. */
export function TextFields({
  dashlet,
  edit,
}: {
  readonly dashlet: DashletOf<'text'>;
  readonly edit: SettingsEdit;
}) {
  const text = useEditTexts();
  return (
    <TextArea
      label={text('markdown')}
      description={text('markdownHint')}
      rows={14}
      value={dashlet.settings.markdown}
      error={useFaultAt()('markdown')}
      onChange={(value) => edit(['markdown'], value, 'markdown')}
    />
  );
}
