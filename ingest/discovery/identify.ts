import { vendors } from './vendors.ts';
import type { VendorRule } from './vendors.ts';

/** What an agent says of the device, as texts; empty where it does not. */
export interface Spoken {
  readonly objectId: string;
  readonly description: string;
  /** Of the chassis in ENTITY-MIB. */
  readonly entityVendor: string;
  readonly entityModel: string;
  readonly entitySoftware: string;
}

export interface Identity {
  readonly vendor: string;
  readonly model: string;
  readonly software: string;
}

const ENTERPRISE = /^1\.3\.6\.1\.4\.1\.(\d+)\.?(.*)$/;

const first = (...texts: readonly (string | undefined)[]): string =>
  texts.map((text) => text?.trim() ?? '').find((text) => text !== '') ?? '';

const within = (text: string, pattern: RegExp | undefined): string | undefined => pattern?.exec(text)?.[1];

/**
 * Vendor, model and software. The chassis of ENTITY-MIB knows best what it is; then the product behind the enterprise
 * number, then what the vendor writes into sysDescr. The vendor is that of the number: agents write `Cisco Systems, Inc.`
 * and the like into ENTITY-MIB.
 */
export function identify({
  objectId,
  description,
  entityVendor,
  entityModel,
  entitySoftware,
}: Spoken): Identity {
  const [, enterprise, product = ''] = ENTERPRISE.exec(objectId) ?? [];
  const rule: VendorRule = vendors[Number(enterprise)] ?? { vendor: '' };
  return {
    vendor: first(rule.vendor, entityVendor),
    model: first(entityModel, rule.products?.[product], within(description, rule.model)),
    software: first(entitySoftware, within(description, rule.software)),
  };
}
