/**
 * `node deploy/probe.ts [live|ready]`: exits with 0 when the process at HEALTH_PORT replies with 200, for health checks of containers: that
 * port is on loopback, where only a command within the container reaches it.
 */
import { standard } from '#platform/env/standard.ts';
import { isAlive, healthOrigin, waitingFor } from './health.ts';

const origin = healthOrigin(standard.HEALTH_PORT.parse(process.env['HEALTH_PORT']));
const [, , expected = 'ready'] = process.argv;
let late: readonly string[];
if (expected === 'live')
  late = await isAlive(origin).then(
    () => [],
    (error: unknown) => [String(error)],
  );
else late = await waitingFor(origin);
if (late.length > 0) process.stderr.write(`${late.join('\n')}\n`);
// A connection that is kept alive would hold the process for seconds.
process.exit(late.length === 0 ? 0 : 1);
