import { z } from 'zod';
import { WebhookService } from '#schemas/settings/webhook/service/webhook-service.ts';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** What the tabs are about, in the order in which they are shown. */
export const settingsGroups = [
  ['snmp', 'agents', 'sdwan', 'livewire'],
  ['targets', 'traps', 'smtp', 'webhooks'],
  ['saml', 'saml-test', 'oidc'],
  ['iframe', 'announcement', 'brand', 'license'],
] as const;
export const settingsTabs = [
  ...settingsGroups[0],
  ...settingsGroups[1],
  ...settingsGroups[2],
  ...settingsGroups[3],
] as const;
export type SettingsTab = (typeof settingsTabs)[number];

const SettingsSearch = z.object({
  tab: z.enum(settingsTabs).optional().catch(undefined),
  q: searchValue.text(),
  sort: searchValue.text(),
  /** The target with open details. */
  open: searchValue.id(),
  /** The form: `new`, the id of a target, or `server` for the mail server. */
  edit: searchValue.text(),
  /** The service of a new webhook. */
  service: WebhookService.optional().catch(undefined),
});
export const settingsSearch = versionedSearch(SettingsSearch, []);

const useSettingsAddress = searchHook<z.output<typeof SettingsSearch>>('/shell/mt/settings');

/** Reads and changes the address of the settings. */
export function useSettingsSearch() {
  const { search, change, navigate } = useSettingsAddress();
  /** Opens another tab and closes everything else. */
  const choose = (tab: SettingsTab) => void navigate({ search: { tab } } as never);
  return { search, change, choose };
}
