import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

/** Loopback address of the demonstration's ticket system: the only one that its webhooks may call. */
export const TICKET_SYSTEM = '127.1.255.253';

/** A customer that the ticket system does not know: its tickets are rejected, so that some deliveries have failed. */
const UNKNOWN_CUSTOMER = 'Kelmar Foods';

const MAX_BYTES = 65_536;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) {
    body += String(part);
    if (body.length > MAX_BYTES) return '';
  }
  return body;
}

/** Receives the webhooks of the demonstration and keeps nothing. */
export async function ticketSystem(port: number): Promise<{ readonly close: () => void }> {
  const server = createServer((request, response) => {
    void bodyOf(request).then(
      (body) => {
        const isKnown = !body.includes(UNKNOWN_CUSTOMER);
        response.writeHead(isKnown ? 201 : 422, { 'content-type': 'application/json' });
        response.end(isKnown ? '{"ticket": "created"}' : '{"error": "unknown customer"}');
      },
      () => response.destroy(),
    );
  });
  server.listen(port, TICKET_SYSTEM);
  await once(server, 'listening');
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
