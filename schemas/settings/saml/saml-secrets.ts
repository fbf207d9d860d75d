import type { ChangeSecret } from '../../secret/change-secret.ts';
import type { SamlSettings } from './saml.ts';

/** Name of the setting of the identity provider. */
export const SAML_SETTING = 'saml';

/** Returns the settings with every secret transformed. */
export const withSamlSecrets = (settings: SamlSettings, change: ChangeSecret): SamlSettings => ({
  ...settings,
  privateKey: settings.privateKey === null ? null : change(settings.privateKey, 'saml privateKey'),
  extra: settings.extra && {
    ...settings.extra,
    headers: settings.extra.headers.map(({ name, value }) => ({
      name,
      value: change(value, `saml header ${name}`),
    })),
  },
});
