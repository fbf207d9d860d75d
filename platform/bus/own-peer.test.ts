import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { assertOwnPeer, peerUser } from './own-peer.ts';

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:107E 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 81 1 0000000000000000 100 0 0 10 0
   1: 0100007F:107E 0100007F:C350 01 00000000:00000000 00:00000000 00000000 65534        0 82 1 0000000000000000 20 4 30 10 -1
   2: 0100007F:C350 0100007F:107E 01 00000000:00000000 00:00000000 00000000  1000        0 83 1 0000000000000000 20 4 30 10 -1
`;
const ends = { address: '127.0.0.1', port: 50_000, remoteAddress: '127.0.0.1', remotePort: 4_222 };

describe('the other end of a connection on this machine', () => {
  it('belongs to the user of its own row, not to that of the listener or of this end', () => {
    expect(peerUser(TABLE, ends)).toBe(65_534);
  });

  it('is unknown when no row has both addresses', () => {
    expect(peerUser(TABLE, { ...ends, port: 50_001 })).toBeUndefined();
  });

  it('is accepted when it is this process', async () => {
    const server = createServer((socket) => socket.end('INFO')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = createConnection((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'data');
    expect(() => {
      assertOwnPeer(socket);
    }).not.toThrow();
    socket.destroy();
    server.close();
  });
});
