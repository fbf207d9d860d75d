import { languages, type Language } from '#schemas/time/locale.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { useSettingsTexts } from '../texts/en.ts';

interface Props {
  readonly language: Language;
  readonly hint: string;
  readonly onChange: (language: Language) => void;
}

/** The language of what a target is sent. */
export function LanguageSelect({ language, hint, onChange }: Props) {
  const text = useSettingsTexts();
  return (
    <Select
      label={text('language')}
      description={hint}
      options={languages.map((value) => ({ value, label: text(`language-${value}`) }))}
      value={language}
      onChange={(value) => onChange(value === 'fr' ? 'fr' : 'en')}
    />
  );
}
