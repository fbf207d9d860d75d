import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/postgres/postgres.ts';
import {
  customerReportBrand,
  providerReportBrand,
  readCustomerBrand,
  readProviderBrand,
  updateCustomerBrand,
  updateProviderBrand,
} from '#schemas/brand/routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import { readLogo, readReportBrand } from '../../shared/brand/report-brand.ts';
import type { BrandRepository } from './brand-repository.ts';

export interface BrandNeeds {
  readonly db: Db;
  readonly brands: BrandRepository;
}

/** Logos and colours: as they are set, and as reports show them. */
export function brandPlugin(app: FastifyInstance, { db, brands }: BrandNeeds): void {
  serve(app, readProviderBrand, () => brands.ofProvider());
  serve(app, updateProviderBrand, ({ body, ...actor }) => brands.update(null, body, actor));
  serve(app, readCustomerBrand, ({ params, caller }) => brands.ofCustomer(params.id, caller));
  serve(app, updateCustomerBrand, ({ params, body, ...actor }) => brands.update(params.id, body, actor));

  serve(app, customerReportBrand.read, ({ params }) => readReportBrand(db, params.customerId));
  serve(app, customerReportBrand.provider, ({ params }) => readLogo(db, params.customerId, 'provider'));
  serve(app, customerReportBrand.customer, ({ params }) => readLogo(db, params.customerId, 'customer'));
  serve(app, providerReportBrand.read, () => readReportBrand(db, null));
  serve(app, providerReportBrand.provider, () => readLogo(db, null, 'provider'));
}
