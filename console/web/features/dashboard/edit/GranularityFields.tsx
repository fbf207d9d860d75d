import {
  displayGranularities,
  granularities,
  granularityLabels,
  type Granularity,
} from '#schemas/time/granularity.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { useDashboardTexts } from '../texts/en.ts';
import type { SettingsEdit } from './settings-edit.ts';
import { useEditTexts } from './texts/en.ts';
import { useFaultAt } from './use-fault-at.ts';

interface Props {
  readonly settings: {
    readonly working?: Granularity | undefined;
    readonly display?: Granularity | undefined;
  };
  readonly edit: SettingsEdit;
}

/** The step in which values are computed, and the one in which they are shown, which is not finer. */
export function GranularityFields({ settings: { working, display }, edit }: Props) {
  const text = useDashboardTexts();
  const editText = useEditTexts();
  const faultAt = useFaultAt();
  const language = useLanguage();
  const choices = (offered: readonly Granularity[]) => [
    { value: '', label: text('automatic') },
    ...offered.map((one) => ({ value: one, label: granularityLabels[one][language] })),
  ];
  const offered = working === undefined ? granularities : displayGranularities(working);
  const chooseWorking = (chosen: string): void => {
    const next = granularities.find((one) => one === chosen);
    edit(['working'], next, 'working');
    // A display granularity that would be finer follows.
    if (next !== undefined && display !== undefined && !displayGranularities(next).includes(display))
      edit(['display'], next, 'working');
  };
  return (
    <>
      <div className="tt-dashlet-pair">
        <Select
          label={text('working')}
          options={choices(granularities)}
          value={working ?? ''}
          onChange={chooseWorking}
        />
        <Select
          label={text('display')}
          options={choices(offered)}
          value={display ?? ''}
          error={faultAt('display')}
          onChange={(chosen) => edit(['display'], chosen === '' ? undefined : chosen)}
        />
      </div>
      <p className="tt-muted tt-caption">{editText('workingHint')}</p>
    </>
  );
}
