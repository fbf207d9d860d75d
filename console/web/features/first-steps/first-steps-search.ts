import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const FirstStepsSearch = z.object({
  /** `new`: the form of a device. */
  edit: searchValue.text(),
  /** Address of an exporter to adopt in the form. */
  address: searchValue.text(),
});

export const firstStepsSearch = versionedSearch(FirstStepsSearch, []);
export const useFirstStepsSearch = searchHook<z.output<typeof FirstStepsSearch>>('/shell/mt/first-steps');
