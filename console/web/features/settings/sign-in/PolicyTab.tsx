import { useQuery } from '@tanstack/react-query';
import {
  readSignInPolicy,
  updateSignInPolicy,
  SignInPolicy,
} from '#schemas/settings/sign-in/sign-in-policy.ts';
import type { PasswordPolicy } from '#schemas/account/password-policy.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { FormPage } from '#web/kernel/form/FormPage.tsx';
import { useForm, type FormOf } from '#web/kernel/form/use-form.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { useRuleTexts } from './texts/en.ts';

interface Fields {
  readonly form: FormOf<SignInPolicy>;
}

const nested = ['password'];
const counts = [
  'minCharacters',
  'maxCharacters',
  'minLowercase',
  'minUppercase',
  'minDigits',
  'minSymbols',
  'minUniqueCharacters',
] as const;

function PasswordFields({ form }: Fields) {
  const text = useRuleTexts();
  const { password } = form.draft;
  const change = (part: Partial<PasswordPolicy>) => form.change({ password: { ...password, ...part } });
  const faultOfWords = form.errors.find(({ field }) => field.startsWith('password.words'))?.message;
  return (
    <fieldset className="tt-form-group">
      <legend>{text('password')}</legend>
      <div className="tt-form-pair">
        {counts.map((name) => (
          <NumberField
            key={name}
            id={`password.${name}`}
            label={text(name)}
            value={password[name]}
            error={form.errorAt(`password.${name}`)}
            onChange={(value) => change({ [name]: value ?? 0 })}
          />
        ))}
      </div>
      <Switch
        label={text('forbiddenWords')}
        description={text('forbiddenWordsHint')}
        checked={password.forbiddenWords}
        onChange={(forbiddenWords) => change({ forbiddenWords })}
      />
      <TextArea
        id="password.words"
        label={text('words')}
        description={text('wordsHint')}
        rows={3}
        value={password.words.join('\n')}
        error={faultOfWords}
        onChange={(value) => change({ words: value === '' ? [] : value.split('\n') })}
      />
    </fieldset>
  );
}

const expiry = [
  ['expiryDays', true],
  ['warnDays', false],
  ['updateDays', false],
] as const;

function ExpiryFields({ form }: Fields) {
  const text = useRuleTexts();
  return (
    <fieldset className="tt-form-group">
      <legend>{text('expiry')}</legend>
      <div className="tt-form-pair">
        {expiry.map(([name, canBeEmpty]) => (
          <NumberField
            key={name}
            id={name}
            label={text(name)}
            description={text(`${name}Hint`)}
            unit={text('days')}
            value={form.draft[name]}
            error={form.errorOf(name)}
            onChange={(value) => form.change({ [name]: canBeEmpty ? value : (value ?? 0) })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function LockFields({ form }: Fields) {
  const text = useRuleTexts();
  const { maxFailures, lockMinutes, inactivityDays } = form.draft;
  return (
    <fieldset className="tt-form-group">
      <legend>{text('locks')}</legend>
      <div className="tt-form-pair">
        <NumberField
          id="maxFailures"
          label={text('maxFailures')}
          description={text('maxFailuresHint')}
          value={maxFailures}
          error={form.errorOf('maxFailures')}
          onChange={(value) => form.change({ maxFailures: value ?? 0 })}
        />
        <NumberField
          id="lockMinutes"
          label={text('lockMinutes')}
          description={text('lockMinutesHint')}
          unit={text('minutes')}
          value={lockMinutes}
          error={form.errorOf('lockMinutes')}
          onChange={(value) => form.change({ lockMinutes: value })}
        />
        <NumberField
          id="inactivityDays"
          label={text('inactivityDays')}
          description={text('inactivityDaysHint')}
          unit={text('days')}
          value={inactivityDays}
          error={form.errorOf('inactivityDays')}
          onChange={(value) => form.change({ inactivityDays: value })}
        />
      </div>
      <p className="tt-muted">{text('locksHint')}</p>
    </fieldset>
  );
}

function PolicyForm({ stored }: { readonly stored: SignInPolicy }) {
  const text = useRuleTexts();
  const form = useForm<SignInPolicy>({
    initial: stored,
    contract: SignInPolicy,
    nested,
    store: (body) => call(updateSignInPolicy, { body }),
    done: () => text('policySaved'),
    touches: [readSignInPolicy],
  });
  return (
    <FormPage label={text('tab-policy')} form={form} action={text('save')} saving={updateSignInPolicy}>
      <PasswordFields form={form} />
      <ExpiryFields form={form} />
      <LockFields form={form} />
    </FormPage>
  );
}

/** Password rules, expiry and account locks. */
export function PolicyTab() {
  const text = useRuleTexts();
  const language = useLanguage();
  const stored = useQuery(routeQuery(readSignInPolicy));
  return (
    <Panel label={text('tab-policy')} state={panelStateOf(stored, language)} skeleton="block">
      <div className="tt-form-page">
        {stored.data !== undefined && <PolicyForm key={stored.dataUpdatedAt} stored={stored.data} />}
      </div>
    </Panel>
  );
}
