import { businessHours, businessHoursOptions } from '#schemas/time/business-hours.ts';
import { isTimeZone } from '#schemas/time/time-zone.ts';
import { ownZone, zonesWith } from '#web/lib/zoned/local-time.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { useDashboardTexts } from '../texts/en.ts';
import { offeredMinutes } from '../view/period-text.ts';
import { usePeriodText } from '#web/ui/period/use-period-text.ts';
import { DocumentFilters } from './DocumentFilters.tsx';
import { GranularityFields } from './GranularityFields.tsx';
import { setAt } from './settings-edit.ts';
import type { DocumentDraftControl } from './use-document-draft.ts';

interface Props {
  readonly control: DocumentDraftControl;
  readonly onClose: () => void;
}

/** The periods that are offered, and that of the document. */
const periodOptions = (minutes: number | undefined, words: ReturnType<typeof usePeriodText>) =>
  [...new Set([...offeredMinutes, ...(minutes === undefined ? [] : [minutes])])].map((one) => ({
    value: String(one),
    label: words({ kind: 'last', minutes: one }),
  }));

function Times({ control }: Pick<Props, 'control'>) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const { document } = control.draft;
  const { timeZone = ownZone() } = document;
  const words = usePeriodText(isTimeZone(timeZone) ? timeZone : ownZone());
  const minutes = document.period.kind === 'last' ? document.period.minutes : undefined;
  return (
    <div className="tt-document-times">
      <Select
        label={text('period')}
        options={periodOptions(minutes, words)}
        value={minutes === undefined ? null : String(minutes)}
        onChange={(chosen) =>
          control.change((draft) => {
            draft.period = { kind: 'last', minutes: Number(chosen) };
          })
        }
      />
      <Select
        label={text('businessHours')}
        options={businessHoursOptions.map((one) => ({ value: one, label: businessHours[one][language] }))}
        value={document.businessHours}
        onChange={(chosen) =>
          control.change((draft) => {
            draft.businessHours = businessHoursOptions.find((one) => one === chosen) ?? '24h';
          })
        }
      />
      <Select
        searchable
        label={text('timeZone')}
        options={[
          { value: '', label: text('timeZoneOwn') },
          ...zonesWith(document.timeZone).map((zone) => ({ value: zone, label: zone })),
        ]}
        value={document.timeZone ?? ''}
        onChange={(zone) =>
          control.change((draft) => {
            if (zone === '') delete draft.timeZone;
            else draft.timeZone = zone;
          })
        }
      />
      <NumberField
        label={text('rowHeight')}
        value={document.grid.rowHeight}
        onChange={(height) =>
          control.change((draft) => {
            draft.grid.rowHeight = Math.min(Math.max(height ?? 32, 16), 120);
          }, 'row height')
        }
      />
    </div>
  );
}

/** Period, hours, time zone, grid, granularity and filters of a document. Changes apply at once and can be undone. */
export function DocumentSettingsDialog({ control, onClose }: Props) {
  const text = useDashboardTexts();
  return (
    <Dialog
      open
      title={text('documentSettings')}
      width={640}
      actions={
        <Button kind="primary" onClick={onClose}>
          {text('closeFilter')}
        </Button>
      }
      onClose={onClose}
    >
      <div className="tt-dashlet-form">
        <Times control={control} />
        <GranularityFields
          settings={control.draft.document}
          edit={(path, value, mark) => control.change((draft) => setAt(draft, path, value), mark)}
        />
        <DocumentFilters control={control} />
      </div>
    </Dialog>
  );
}
