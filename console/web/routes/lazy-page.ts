import { lazyRouteComponent } from '@tanstack/react-router';
import { rethrowMissing } from '#web/lib/missing-code.ts';

/**
 * A page whose code is loaded when it is opened. The router would reload the document if that fails, which leaves the browser's own
 * error page while the server does not respond: the page says so instead, and reloads when it responds.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch(rethrowMissing), name);
