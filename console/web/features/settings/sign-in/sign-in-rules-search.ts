import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const SignInRulesSearch = z.object({ tab: searchValue.text() });

export const signInRulesSearch = versionedSearch(SignInRulesSearch, []);
export const useSignInRulesSearch = searchHook<z.output<typeof SignInRulesSearch>>('/shell/mt/user/sign-in');
