import { languages } from '#web/lib/text.ts';
import { Select } from '#web/ui/Select.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { UserForm } from './user-form.ts';
import { useUserTexts } from './use-user-texts.ts';
import './user.css';

const names = { en: 'English', fr: 'Français' } as const;
const BROWSER = 'browser';

/** Who it is. */
export function IdentityFields({ form }: { readonly form: UserForm }) {
  const text = useUserTexts();
  const { draft, change } = form;
  const field = (name: 'username' | 'firstName' | 'lastName' | 'email') => ({
    id: name,
    label: text(name),
    value: draft[name],
    error: form.errorOf(name),
    autoComplete: 'off',
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <fieldset className="tt-form-group">
      <legend>{text('identity')}</legend>
      <div className="tt-form-pair">
        <TextField required {...field('username')} />
        <TextField {...field('email')} />
        <TextField {...field('firstName')} />
        <TextField {...field('lastName')} />
        <Select
          label={text('language')}
          value={draft.language ?? BROWSER}
          options={[
            { value: BROWSER, label: text('browserLanguage') },
            ...languages.map((language) => ({ value: language, label: names[language] })),
          ]}
          onChange={(value) => change({ language: value === 'en' || value === 'fr' ? value : null })}
        />
      </div>
    </fieldset>
  );
}
