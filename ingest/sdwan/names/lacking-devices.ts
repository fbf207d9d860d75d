import { isBraked } from '#schemas/provisioning/removal-brake.ts';
import { calledPlace, NO_ADDRESS, type CalledDevice } from './match-called.ts';

/**
 * The devices of a manager to remember after a reading. One that lacks more than a tenth of those before is rather incomplete, as of a manager that has
 * restarted or that lost a tenant: what it lacks stays remembered, or its samples and alarms would find no device.
 */
export function rememberedDevices(
  now: readonly CalledDevice[],
  before: readonly CalledDevice[],
): readonly CalledDevice[] {
  const shown = new Set(
    now.flatMap(({ tenant, name, address }) => [
      calledPlace(tenant, `name ${name}`),
      ...(NO_ADDRESS.has(address) ? [] : [calledPlace(tenant, `address ${address}`)]),
    ]),
  );
  const lacking = before.filter(
    ({ tenant, name, address }) =>
      !shown.has(calledPlace(tenant, `name ${name}`)) &&
      !shown.has(calledPlace(tenant, `address ${address}`)),
  );
  return isBraked({ had: before.length, lacks: lacking.length }) ? [...now, ...lacking] : now;
}
