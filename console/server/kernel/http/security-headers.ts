import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Browser features that the console does not use, so that injected content cannot use them either (Permissions Policy, W3C). */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'display-capture']
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * No inline scripts and no foreign origins, except those that iframe dashlets may show. Inline styles are allowed because the component library sets them, and workers from
 * blobs because the map bundle may create them.
 */
export async function secureHeaders(
  app: FastifyInstance,
  { secure, frameSources }: { readonly secure: boolean; readonly frameSources: () => readonly string[] },
): Promise<void> {
  app.addHook('onRequest', async (_, reply) => {
    // A reply is thenable: awaiting it here would never end the request.
    void reply.header('permissions-policy', PERMISSIONS);
    await Promise.resolve();
  });
  // API responses belong to one caller at one moment (ASVS 5, 14.3.2). Files set their own cache lifetime.
  app.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    await Promise.resolve();
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameSrc: [() => frameSources().join(' ')],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: secure,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
}
