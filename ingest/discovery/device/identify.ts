import type { VendorTexts } from './read-vendor-texts.ts';
import { vendorOf } from './vendors.ts';

/** Texts of an agent about its device; empty if not reported. */
export interface DeviceTexts {
  readonly objectId: string;
  readonly description: string;
  /** From the chassis in ENTITY-MIB. */
  readonly entityVendor: string;
  readonly entityModel: string;
  readonly entitySoftware: string;
  /** From the objects of the vendor. */
  readonly own: VendorTexts;
}

export interface DeviceIdentity {
  readonly vendor: string;
  readonly model: string;
  readonly software: string;
}

const firstNonEmpty = (...texts: readonly (string | undefined)[]): string =>
  texts.map((text) => text?.trim() ?? '').find((text) => text !== '') ?? '';

const firstGroup = (text: string, pattern: RegExp | undefined): string | undefined =>
  pattern?.exec(text)?.[1];

/**
 * Returns vendor, model and software: from the ENTITY-MIB chassis, then from the objects of the vendor, then from the product
 * after the enterprise number, then from sysDescr. The vendor comes from the enterprise number, because agents write `Cisco Systems, Inc.` and the
 * like into ENTITY-MIB.
 */
export function identify({
  objectId,
  description,
  entityVendor,
  entityModel,
  entitySoftware,
  own,
}: DeviceTexts): DeviceIdentity {
  const { rule, product } = vendorOf(objectId, description);
  return {
    vendor: firstNonEmpty(rule.vendor, entityVendor),
    model: firstNonEmpty(
      entityModel,
      own.model,
      rule.products?.[product],
      firstGroup(description, rule.model),
    ),
    software: firstNonEmpty(
      entitySoftware,
      firstGroup(own.software, rule.software),
      own.software,
      firstGroup(description, rule.software),
    ),
  };
}
