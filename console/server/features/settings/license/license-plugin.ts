import type { FastifyInstance } from 'fastify';
import { readLicense, updateLicense } from '#schemas/settings/license/routes.ts';
import { readLicenseWarnings } from '#schemas/settings/license/warning-routes.ts';
import { requestLanguage } from '../../../kernel/http/request-language.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { LicenseRepository } from './license-repository.ts';

/** The license: it warns, and never stops anything. */
export function licensePlugin(app: FastifyInstance, licenses: LicenseRepository): void {
  serve(app, readLicense, ({ request }) => licenses.read(requestLanguage(request)));
  serve(app, updateLicense, async ({ body, ...actor }) => {
    await licenses.update(body, actor);
    return {};
  });
  serve(app, readLicenseWarnings, async () => ({ warnings: await licenses.warnings() }));
}
