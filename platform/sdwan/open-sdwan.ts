import { FortinetClient } from './fortinet/fortinet-client.ts';
import type { ManagerAccess, ManagerClient } from './sdwan-client.ts';
import { ManagerHttp, type ManagerHttpNeeds } from './sdwan-http.ts';
import { NuageClient } from './nuage/nuage-client.ts';
import { VmanageClient } from './vmanage/vmanage-client.ts';

/** A client of the manager. It signs in with the first request. */
export function openSdwan(needs: ManagerHttpNeeds, access: ManagerAccess): ManagerClient {
  const http = new ManagerHttp(needs, access);
  switch (access.kind) {
    case 'vmanage':
      return new VmanageClient(http, access);
    case 'nuage':
      return new NuageClient(http, access);
    case 'fortinet':
      return new FortinetClient(http, access);
  }
}
