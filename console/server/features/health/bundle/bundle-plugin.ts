import type { FastifyInstance } from 'fastify';
import { downloadSupportBundle } from '#schemas/health/routes.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serveFile } from '../../../kernel/route/serve.ts';
import { supportBundle, type BundleNeeds } from './support-bundle.ts';

/** The download of a support bundle. */
export function bundlePlugin(app: FastifyInstance, needs: BundleNeeds): void {
  serveFile(app, downloadSupportBundle, async () => {
    const stamp = needs.clock.now().toISOString().replaceAll(/[:T]/g, '-').slice(0, 16);
    try {
      return { name: `telltale-support-${stamp}.tar.gz`, content: await supportBundle(needs) };
    } catch (cause) {
      throw new ProblemError('UNAVAILABLE', { params: { tier: 'postgres' }, cause });
    }
  });
}
