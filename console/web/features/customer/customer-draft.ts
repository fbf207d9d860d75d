import { RECIPIENT_DEFAULT, type Customer, type FirstCustomerDraft } from '#schemas/customer/customer.ts';

const MBPS = 1_000_000;

export const emptyCustomer = (profile: number): FirstCustomerDraft => ({
  clientId: '',
  name: '',
  profile,
  defaultRole: null,
  recipientId: RECIPIENT_DEFAULT,
  contractedInBps: null,
  contractedOutBps: null,
  timeZone: null,
  explainsAlarms: true,
});

export function customerDraft(customer: Customer): FirstCustomerDraft {
  const { clientId, name, profile, defaultRole, recipientId } = customer;
  const { contractedInBps, contractedOutBps, timeZone, explainsAlarms } = customer;
  return {
    clientId,
    name,
    profile,
    defaultRole,
    recipientId,
    contractedInBps,
    contractedOutBps,
    timeZone,
    explainsAlarms,
  };
}

export const toMbps = (bps: number | null): number | null => (bps === null ? null : bps / MBPS);
export const fromMbps = (mbps: number | null): number | null =>
  mbps === null ? null : Math.round(mbps * MBPS);
