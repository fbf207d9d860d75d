import { DateStyle } from '#schemas/account/preferences.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { nameOfLanguage } from '#web/kernel/preferences/own-texts.ts';
import {
  choosableLanguages,
  chooseDates,
  chooseLanguage,
  chooseTheme,
} from '#web/kernel/preferences/preferences.ts';
import { changesTheme, themeChoices } from '#web/kernel/shell/PreferenceMenus.tsx';
import { useKernelTexts } from '#web/kernel/text/en.ts';
import { useNow } from '#web/lib/clock.ts';
import { useDates } from '#web/lib/dates.ts';
import { formatMoment } from '#web/lib/format.ts';
import { useLanguage, useLanguageTag } from '#web/lib/text.ts';
import { useThemeChoice } from '#web/lib/theme.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { useOwnTexts } from './texts/en.ts';

const OF_LANGUAGE = 'language';

function DatesChoice() {
  const text = useOwnTexts();
  const language = useLanguage();
  const dates = useDates();
  const now = useNow();
  return (
    <Select
      label={text('dates')}
      description={text('datesExample', { example: formatMoment(now, language) })}
      value={dates ?? OF_LANGUAGE}
      options={[
        { value: OF_LANGUAGE, label: text('dates-language') },
        ...DateStyle.options.map((value) => ({ value, label: text(`dates-${value}`) })),
      ]}
      onChange={(value) => void chooseDates(DateStyle.safeParse(value).data ?? null)}
    />
  );
}

/** Language, theme and dates, stored with the account. */
export function OwnPreferences() {
  const kernel = useKernelTexts();
  const language = useLanguageTag();
  const theme = useThemeChoice();
  const disabledReason = useDisabledReason(changesTheme);
  return (
    <>
      <Select
        label={kernel('language')}
        value={language}
        options={choosableLanguages().map((value) => ({ value, label: nameOfLanguage(value) }))}
        onChange={(value) => void chooseLanguage(value, true)}
      />
      <DatesChoice />
      <Select
        label={kernel('theme')}
        value={theme}
        disabled={disabledReason !== undefined}
        description={disabledReason}
        options={themeChoices.map((value) => ({ value, label: kernel(value) }))}
        onChange={(value) => void chooseTheme(themeChoices.find((each) => each === value) ?? 'system', true)}
      />
    </>
  );
}
