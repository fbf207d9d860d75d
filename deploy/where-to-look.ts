import type { FleetArguments } from '#demo/arguments.ts';
import { buildFleet } from '#demo/fleet.ts';
import { storyDevice } from '#demo/story/plot.ts';
import { demonstrationAccounts } from './demonstration-accounts.ts';

/** The line of the terminal that says where the demonstration begins. */
export function whereToLook(demo: FleetArguments): string {
  const fleet = buildFleet(demo);
  const [account] = demonstrationAccounts;
  const router = storyDevice(fleet.devices, 'ostline');
  const customer = fleet.customerList.find(({ clientId }) => clientId === router?.customer);
  const signIn = `Sign in as ${account?.username ?? ''}`;
  return customer === undefined || router === undefined
    ? `${signIn}: the alarms of every customer come first.`
    : `${signIn} and open ${customer.name}: the router of ${router.site} does not respond.`;
}
