// In place of clickhouse-server, which neither Debian nor npm has in a usable version: the embedded engine behind HTTP. It stores no accounts,
// so that statements about them succeed without effect, and every account that has a password is its owner.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';

const { CLICKHOUSE_DB: database, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password } = process.env;
const FOLDER = '/var/lib/clickhouse';
const settings = `${FOLDER}/users.xml`;
mkdirSync(FOLDER, { recursive: true });
const account = (name, secret) =>
  `<${name}><password>${secret}</password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota><access_management>1</access_management></${name}>`;
writeFileSync(
  settings,
  `<clickhouse><profiles><default/></profiles><quotas><default/></quotas><users>${account('default', '')}${account(user, password)}</users></clickhouse>`,
);
writeFileSync(
  `${FOLDER}/config.xml`,
  `<clickhouse><path>${FOLDER}/data/</path><listen_host>127.0.0.1</listen_host><http_port>8124</http_port>
<logger><level>warning</level><log>${FOLDER}/log</log><size>20M</size><count>1</count></logger>
<users_config>${settings}</users_config></clickhouse>`,
);
const statement = `CREATE DATABASE IF NOT EXISTS ${database}; SYSTEM START LISTEN HTTP; SELECT sleepEachRow(1) FROM system.numbers FORMAT Null SETTINGS max_block_size = 1`;
const engine = spawn(
  '/engine',
  ['--config-file', `${FOLDER}/config.xml`, '--path', `${FOLDER}/data`, '--query', statement],
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
engine.on('exit', (code) => process.exit(code ?? 1));
process.on('SIGTERM', () => engine.kill('SIGTERM'));

const ABOUT_ACCOUNTS = /^\s*(CREATE USER|ALTER USER|GRANT|REVOKE)\b/i;
createServer((incoming, outgoing) => {
  const address = new URL(incoming.url, 'http://localhost');
  const headers = { ...incoming.headers };
  if (headers.authorization !== undefined)
    headers.authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  if (headers['x-clickhouse-user'] !== undefined) {
    headers['x-clickhouse-user'] = user;
    headers['x-clickhouse-key'] = password;
  }
  const chunks = [];
  let sent;
  const forward = () => {
    sent = request(
      {
        host: '127.0.0.1',
        port: 8124,
        method: incoming.method,
        path: address.pathname + address.search,
        headers,
      },
      (response) => {
        outgoing.writeHead(response.statusCode, response.headers);
        response.pipe(outgoing);
      },
    );
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    for (const chunk of chunks) sent.write(chunk);
  };
  incoming.on('data', (chunk) => {
    if (sent !== undefined) sent.write(chunk);
    else if (chunks.push(chunk) === 1 && !ABOUT_ACCOUNTS.test(chunk.toString('latin1', 0, 80))) forward();
  });
  incoming.on('end', () => {
    if (sent === undefined && chunks.length > 0) outgoing.end();
    else {
      if (sent === undefined) forward();
      sent.end();
    }
  });
}).listen(8123, '0.0.0.0');
