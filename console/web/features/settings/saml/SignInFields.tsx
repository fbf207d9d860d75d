import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button } from '#web/ui/Button.tsx';
import { NumberField } from '#web/ui/NumberField.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useSamlTexts } from './use-saml-texts.ts';
import { replaced, without } from './saml-draft.ts';
import type { Role } from './role.ts';
import type { SamlForm } from './saml-form.ts';

interface Props {
  readonly form: SamlForm;
  readonly roles: readonly Role[];
}

const NO_ROLE = 'none';
const choices = {
  workflow: ['SP', 'IDP'],
  binding: ['REDIRECT', 'POST'],
  signed: ['RESPONSE', 'ASSERTION'],
} as const;
const figures = [
  ['validitySeconds', 'seconds'],
  ['skewSeconds', 'seconds'],
  ['sessionMinutes', 'minutes'],
] as const;

/** How strongly the provider must have asked who somebody is. */
function ContextClasses({ form }: Pick<Props, 'form'>) {
  const text = useSamlTexts();
  const { contextClasses } = form.draft;
  const change = (next: readonly string[]) => form.change({ contextClasses: [...next] });
  return (
    <fieldset className="tt-form-group">
      <legend>{text('contextClasses')}</legend>
      <p className="tt-muted">{text('contextClassesHint')}</p>
      {contextClasses.map((name, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a class that is being typed has no name but its place
        <div key={at} className="tt-settings-row">
          <TextField
            required
            id={`contextClasses.${String(at)}`}
            label={text('contextClass', { number: at + 1 })}
            value={name}
            error={form.errorOf(`contextClasses.${String(at)}`)}
            onChange={(value) => change(replaced(contextClasses, at, value))}
          />
          <Button icon={<IconTrash size={15} />} onClick={() => change(without(contextClasses, at))}>
            {text('removeContextClass', { number: at + 1 })}
          </Button>
        </div>
      ))}
      <div>
        <Button icon={<IconPlus size={15} />} onClick={() => change([...contextClasses, ''])}>
          {text('addContextClass')}
        </Button>
      </div>
    </fieldset>
  );
}

/** How somebody is let in. */
export function SignInFields({ form, roles }: Props) {
  const text = useSamlTexts();
  const { draft, change, errorOf } = form;
  return (
    <fieldset className="tt-form-group">
      <legend>{text('signIn')}</legend>
      <div className="tt-form-pair">
        {(['workflow', 'binding', 'signed'] as const).map((name) => (
          <Select
            key={name}
            id={name}
            label={text(name)}
            value={draft[name]}
            options={choices[name].map((value) => ({
              value,
              label: text(`${name}-${value}` as 'workflow-SP'),
            }))}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
        {figures.map(([name, unit]) => (
          <NumberField
            key={name}
            id={name}
            label={text(name)}
            unit={text(unit)}
            value={draft[name]}
            error={errorOf(name)}
            onChange={(value) => change({ [name]: value ?? 0 })}
          />
        ))}
        <Select
          id="defaultRole"
          label={text('defaultRole')}
          value={draft.defaultRole === null ? NO_ROLE : String(draft.defaultRole)}
          options={[
            { value: NO_ROLE, label: text('noDefaultRole') },
            ...roles.map(({ id, label }) => ({ value: String(id), label })),
          ]}
          searchable
          error={errorOf('defaultRole')}
          onChange={(value) => change({ defaultRole: value === NO_ROLE ? null : Number(value) })}
        />
      </div>
      <ContextClasses form={form} />
    </fieldset>
  );
}
