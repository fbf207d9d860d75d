import { offeredLanguages } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { UserForm } from './user-draft.ts';
import { useUserTexts } from './texts/en.ts';
import './user.css';

const names = { en: 'English', fr: 'Français' } as const;
const BROWSER = 'browser';

interface Props {
  readonly form: UserForm;
  readonly isAdded: boolean;
}

/** Sign-in method of a new user. */
function WayField({ form: { draft, change } }: Pick<Props, 'form'>) {
  const text = useUserTexts();
  return (
    <Select
      label={text('way')}
      value={draft.signsInElsewhere ? 'elsewhere' : 'here'}
      options={[
        { value: 'here', label: text('way-here') },
        { value: 'elsewhere', label: text('way-elsewhere') },
      ]}
      description={text(draft.signsInElsewhere ? 'wayElsewhereHint' : 'wayHereHint')}
      onChange={(value) => change({ signsInElsewhere: value === 'elsewhere' })}
    />
  );
}

/** Username, names, e-mail and language. */
export function IdentityFields({ form, isAdded }: Props) {
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
            ...offeredLanguages().map((language) => ({ value: language, label: names[language] })),
          ]}
          onChange={(value) => change({ language: value === 'en' || value === 'fr' ? value : null })}
        />
        {isAdded && <WayField form={form} />}
      </div>
    </fieldset>
  );
}
