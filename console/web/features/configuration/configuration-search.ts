import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const ConfigurationSearch = z.object({ q: searchValue.text(), sort: searchValue.text() });
export const configurationSearch = versionedSearch(ConfigurationSearch, []);

/** Reads and changes the address of the configuration page. */
export const useConfigurationSearch = searchHook<z.output<typeof ConfigurationSearch>>('/shell/mt/conf');
