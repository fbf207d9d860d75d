import type { ChangeSecret } from '../../secret/change-secret.ts';

/** Returns the settings with the password transformed, if any. */
export const withSmtpSecrets = <Settings extends { readonly password: string }>(
  settings: Settings,
  change: ChangeSecret,
): Settings =>
  settings.password === '' ? settings : { ...settings, password: change(settings.password, 'smtp password') };
