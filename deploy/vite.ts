import { service } from './service.ts';
import type { Service, ServiceNeeds } from './service.ts';

/** The console with hot reload, in front of the server at `target`. */
export const viteProcess = (target: string, needs: ServiceNeeds): Service =>
  service({ name: 'vite', script: 'deploy/vite-main.ts', args: [target], env: { HEALTH_PORT: '0' } }, needs);
