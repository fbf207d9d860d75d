/** Vendors of SD-WAN managers: Cisco vManage, Nokia Nuage VSD, FortiManager. */
export const sdwanKinds = ['vmanage', 'nuage', 'fortinet'] as const;
export type SdwanKind = (typeof sdwanKinds)[number];

/** Names of the vendors, the same in every language. */
export const sdwanKindNames: Readonly<Record<SdwanKind, string>> = {
  vmanage: 'Cisco vManage',
  nuage: 'Nokia Nuage VSD',
  fortinet: 'Fortinet',
};
