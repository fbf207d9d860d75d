import type { ProviderFault } from '#schemas/settings/identity/rules.ts';
import { samlFaults } from '#schemas/settings/saml/rules.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { roleFaults } from '../../../shared/identity/role-faults.ts';
import { certificateFaults } from './certificate-faults.ts';
import type { SamlServices } from './saml-services.ts';

/** Every fault of the settings: in themselves, of their certificates, and of the roles that they assign. */
export const samlSettingsFaults = async (
  services: SamlServices,
  settings: SamlSettings,
  caller: Caller,
): Promise<readonly ProviderFault[]> => [
  ...samlFaults(settings),
  ...certificateFaults(settings, services.clock.now()),
  ...(await roleFaults(services, settings, caller)),
];
