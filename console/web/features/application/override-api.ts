import type { ApplicationEntry, ApplicationOverrideDraft } from '#schemas/application/application.ts';
import {
  markApplicationCustom,
  overrideApplication,
  restoreApplication,
} from '#schemas/application/override-routes.ts';
import { call } from '#web/kernel/api/call.ts';

type Overridden = Pick<ApplicationEntry, 'id' | 'override'>;

const versionOf = ({ override }: Overridden): number => override?.version ?? 0;

/** The calls of a customer on an application of the provider. */
export const overrideApi = (customerId: number) => {
  const paramsOf = ({ id }: Overridden) => ({ customerId, application: id });
  return {
    customerId,
    store: (one: Overridden, override: ApplicationOverrideDraft): Promise<ApplicationEntry> =>
      call(overrideApplication, { params: paramsOf(one), body: { override, version: versionOf(one) } }),
    restore: (one: Overridden): Promise<ApplicationEntry> =>
      call(restoreApplication, { params: paramsOf(one), query: { version: versionOf(one) } }),
    markCustom: (one: Overridden, name: string): Promise<ApplicationEntry> =>
      call(markApplicationCustom, { params: paramsOf(one), body: { name, version: versionOf(one) } }),
  };
};
export type OverrideApi = ReturnType<typeof overrideApi>;
