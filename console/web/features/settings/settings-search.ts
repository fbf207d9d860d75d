import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

export const settingsTabs = ['saml', 'saml-test', 'announcement', 'snmp', 'smtp', 'webhooks'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** What the screen shows is in its address. */
const SettingsSearch = z.object({
  tab: z.enum(settingsTabs).optional().catch(undefined),
  q: searchValue.text(),
  sort: searchValue.text(),
  /** The target whose details are open. */
  open: searchValue.id(),
  /** The form: `new`, the id of a target, or `server` for the mail server. */
  edit: searchValue.text(),
});
export type SettingsSearch = z.output<typeof SettingsSearch>;

export const settingsSearch = versionedSearch(SettingsSearch, []);
