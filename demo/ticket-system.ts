import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

/** Loopback address of the demonstration's ticket system: the only one that its webhooks may call. */
export const TICKET_SYSTEM = '127.1.255.253';

const MAX_BYTES = 65_536;

/** Reads a request; returns whether it is a ticket: JSON of a size that a ticket has. */
async function isTicket(request: IncomingMessage): Promise<boolean> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) {
    body += String(part);
    if (body.length > MAX_BYTES) return false;
  }
  try {
    return typeof JSON.parse(body) === 'object';
  } catch {
    return false;
  }
}

/** Receives the webhooks of the demonstration and keeps nothing. */
export async function ticketSystem(port: number): Promise<{ readonly close: () => void }> {
  const server = createServer((request, response) => {
    void isTicket(request).then(
      (isCreated) => {
        response.writeHead(isCreated ? 201 : 400, { 'content-type': 'application/json' });
        response.end(isCreated ? '{"ticket": "created"}' : '{"error": "not a ticket"}');
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
