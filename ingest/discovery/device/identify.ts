import { vendors } from './vendors.ts';
import type { VendorRule } from './vendors.ts';

/** Texts of an agent about its device; empty if not reported. */
export interface DeviceTexts {
  readonly objectId: string;
  readonly description: string;
  /** From the chassis in ENTITY-MIB. */
  readonly entityVendor: string;
  readonly entityModel: string;
  readonly entitySoftware: string;
}

export interface DeviceIdentity {
  readonly vendor: string;
  readonly model: string;
  readonly software: string;
}

const ENTERPRISE = /^1\.3\.6\.1\.4\.1\.(\d+)\.?(.*)$/;

const firstNonEmpty = (...texts: readonly (string | undefined)[]): string =>
  texts.map((text) => text?.trim() ?? '').find((text) => text !== '') ?? '';

const firstGroup = (text: string, pattern: RegExp | undefined): string | undefined =>
  pattern?.exec(text)?.[1];

/**
 * Returns vendor, model and software: from the ENTITY-MIB chassis, then from the product after the enterprise number,
 * then from sysDescr. The vendor comes from the enterprise number, because agents write `Cisco Systems, Inc.` and the
 * like into ENTITY-MIB.
 */
export function identify({
  objectId,
  description,
  entityVendor,
  entityModel,
  entitySoftware,
}: DeviceTexts): DeviceIdentity {
  const [, enterprise, product = ''] = ENTERPRISE.exec(objectId) ?? [];
  const rule: VendorRule = vendors[Number(enterprise)] ?? { vendor: '' };
  return {
    vendor: firstNonEmpty(rule.vendor, entityVendor),
    model: firstNonEmpty(entityModel, rule.products?.[product], firstGroup(description, rule.model)),
    software: firstNonEmpty(entitySoftware, firstGroup(description, rule.software)),
  };
}
