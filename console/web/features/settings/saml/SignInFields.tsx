import { MAX_CONTEXT_CLASSES } from '#schemas/settings/saml/saml.ts';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { DefaultRoleField, type AssignableRole } from '../identity/DefaultRoleField.tsx';
import { useSamlTexts } from './texts/en.ts';
import { EntryRows } from './EntryRows.tsx';
import type { SamlForm } from './saml-form.ts';

interface Props {
  readonly form: SamlForm;
  readonly roles: readonly AssignableRole[];
}

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

/** The authentication context classes that an assertion must state. */
function ContextClasses({ form }: Pick<Props, 'form'>) {
  const text = useSamlTexts();
  const { contextClasses } = form.draft;
  return (
    <fieldset className="tt-form-group">
      <legend>{text('contextClasses')}</legend>
      <p className="tt-muted">{text('contextClassesHint')}</p>
      <EntryRows
        entries={contextClasses}
        min={0}
        max={MAX_CONTEXT_CLASSES}
        add={text('addContextClass')}
        remove={(number) => text('removeContextClass', { number })}
        onChange={(next) => form.change({ contextClasses: next })}
        renderField={(at, set) => (
          <TextField
            required
            id={`contextClasses.${String(at)}`}
            label={text('contextClass', { number: at + 1 })}
            value={contextClasses[at] ?? ''}
            error={form.errorAt(`contextClasses.${String(at)}`)}
            onChange={set}
          />
        )}
      />
    </fieldset>
  );
}

/** Workflow, signatures, session and default role of a SAML sign-in. */
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
        <DefaultRoleField
          value={draft.defaultRole}
          roles={roles}
          error={errorOf('defaultRole')}
          onChange={(defaultRole) => change({ defaultRole })}
        />
      </div>
      <ContextClasses form={form} />
    </fieldset>
  );
}
