import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { SettingsSearch, SettingsTab } from './settings-search.ts';

const route = getRouteApi('/shell/mt/settings');

/** The address of the settings, and the ways to change it. */
export function useSettingsSearch() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/mt/settings' });
  const change = (part: Partial<SettingsSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true });
  /** Another tab: nothing of what was open before stays. */
  const choose = (tab: SettingsTab) => void navigate({ search: { tab } });
  return { search, change, choose };
}
