import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const CustomerAlertSearch = z.object({ q: searchValue.text(), sort: searchValue.text() });

export const customerAlertSearch = versionedSearch(CustomerAlertSearch, []);
