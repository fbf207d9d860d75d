import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** What no page of ours asks for, nor anything that somebody might bring into one (Permissions Policy, W3C). */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'display-capture']
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * No inline script, nothing from elsewhere. Styles may stand inline: the component library sets them. Workers come from
 * blobs too, as the map's bundle may make them so.
 */
export async function secureHeaders(
  app: FastifyInstance,
  { secure }: { readonly secure: boolean },
): Promise<void> {
  app.addHook('onRequest', async (_, reply) => {
    // A reply is thenable: awaited here, the request would never end.
    void reply.header('permissions-policy', PERMISSIONS);
    await Promise.resolve();
  });
  // What the interface tells is of one caller at one moment (ASVS 5, 14.3.2); files say themselves how long they last.
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
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: secure,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
}
