import type { ChangeSecret } from '../../secret/change-secret.ts';

/** The same settings with the password changed; none stays none. */
export const withSmtpSecrets = <Settings extends { readonly password: string }>(
  settings: Settings,
  change: ChangeSecret,
): Settings =>
  settings.password === '' ? settings : { ...settings, password: change(settings.password, 'smtp password') };
