import { type NamedService } from '#schemas/settings/webhook/service/webhook-service.ts';
import { services } from '#schemas/settings/webhook/service/service.ts';
import type { WebhookDraft } from '#schemas/settings/webhook/webhook.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import type { FormOf } from '#web/kernel/form/use-form.ts';
import { PasswordField } from '#web/ui/field/PasswordField.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useSettingsTexts } from '../texts/en.ts';
import { useServiceTexts } from '../target/texts/en.ts';

interface Props {
  readonly form: FormOf<WebhookDraft>;
  readonly service: NamedService;
  /** Whether a secret of this service is stored. */
  readonly isStored: boolean;
}

const channels = { slack: 'slack', telegram: 'telegram' } as const;
const isChannel = (service: NamedService): service is keyof typeof channels => service in channels;

/** What a service known by name needs: its secret, the channel, and an address for its other regions. */
export function ServiceFields({ form, service, isStored }: Props) {
  const text = useServiceTexts();
  const settings = useSettingsTexts();
  const { draft, change, errorOf } = form;
  const { address, keepsState } = services[service];
  return (
    <>
      <p className="tt-muted">
        {text(`hint-${service}`)} {text(keepsState ? 'everyEvent' : 'stateless')}
      </p>
      <PasswordField
        id="secret"
        required={!isStored}
        label={text(`secret-${service}`)}
        autoComplete="new-password"
        placeholder={isStored && draft.secret === null ? settings('retained') : undefined}
        value={draft.secret ?? ''}
        error={errorOf('secret')}
        onChange={(secret) => change({ secret: secret === '' && isStored ? null : secret })}
      />
      <div className="tt-form-pair">
        {isChannel(service) && (
          <TextField
            required
            {...entryOf(form, 'channel')}
            label={text(`channel-${service}`)}
            placeholder={text(`channelHint-${service}`)}
          />
        )}
        {address !== '' && <TextField required {...entryOf(form, 'url')} label={text('address')} />}
      </div>
    </>
  );
}
