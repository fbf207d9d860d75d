import type { ChangeSecret } from '../../secret/change-secret.ts';
import type { SamlSettings } from './saml.ts';

/** The setting that keeps what an identity provider is. */
export const SAML_SETTING = 'saml';

/** The same settings with every secret of them changed. */
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
