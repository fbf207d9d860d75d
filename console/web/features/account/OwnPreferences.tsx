import { useRefusal } from '#web/kernel/permission/use-permission.ts';
import { changesTheme, languageNames, themeChoices } from '#web/kernel/shell/HeaderMenus.tsx';
import { chooseLanguage } from '#web/kernel/text/language.ts';
import { useKernelTexts } from '#web/kernel/text/use-kernel-texts.ts';
import { useNow } from '#web/lib/clock.ts';
import { formatMoment } from '#web/lib/format.ts';
import { languages, useLanguage } from '#web/lib/text.ts';
import { chooseTheme, useThemeChoice } from '#web/lib/theme.ts';
import { Select } from '#web/ui/Select.tsx';
import { useOwnTexts } from './use-own-texts.ts';

/** Language and theme. Dates follow the language: British ones in English. */
export function OwnPreferences() {
  const text = useOwnTexts();
  const kernel = useKernelTexts();
  const language = useLanguage();
  const theme = useThemeChoice();
  const now = useNow();
  const refusal = useRefusal(changesTheme);
  return (
    <>
      <Select
        label={kernel('language')}
        value={language}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(value) => void chooseLanguage(value === 'fr' ? 'fr' : 'en', true)}
      />
      <p>{text('dates', { example: formatMoment(now, language) })}</p>
      <Select
        label={kernel('theme')}
        value={theme}
        disabled={refusal !== undefined}
        description={refusal}
        options={themeChoices.map((value) => ({ value, label: kernel(value) }))}
        onChange={(value) => chooseTheme(themeChoices.find((each) => each === value) ?? 'system')}
      />
    </>
  );
}
