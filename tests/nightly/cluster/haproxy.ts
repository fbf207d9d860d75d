import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** HAProxy in front of servers on this machine, as docs/20-operations.md configures it. */
export async function startHaproxy(port: number, servers: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `defaults
  mode http
  option forwardfor
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
frontend console
  bind 127.0.0.1:${String(port)}
  default_backend servers
backend servers
  balance roundrobin
  # Long polling only: requests of one connection reach one server.
  cookie TELLTALE_SERVER insert indirect nocache httponly
  option httpchk
  # Requests without the name of a host are rejected.
  http-check send meth GET uri /health/live ver HTTP/1.1 hdr Host localhost
  option redispatch 1
  default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map((each, at) => `  server s${String(at)} 127.0.0.1:${String(each)} cookie s${String(at)}`).join('\n')}
`,
  );
  const child: ChildProcess = spawn('haproxy', ['-f', file, '-db', '-q'], { stdio: 'inherit' });
  await once(child, 'spawn');
  return {
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
