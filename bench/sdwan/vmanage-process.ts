/** `node vmanage-process.ts DEVICES TUNNELS`: starts a simulated vManage of one tenant, and sends its URL to the parent. */
import { systemClock } from '#platform/clock/system-clock.ts';
import { startVmanage } from '#demo/sdwan/vmanage.ts';
import { MANAGER_LOGIN } from '#demo/sdwan/fleet-managers.ts';
import { wideOverlay } from './wide-overlay.ts';

const [devices, tunnels] = process.argv.slice(2).map(Number);
const { url } = await startVmanage({
  host: '127.0.0.1',
  port: 0,
  clock: systemClock,
  ...MANAGER_LOGIN,
  tenants: [{ id: '1', name: 'bench', overlay: wideOverlay(devices ?? 0, tunnels ?? 0) }],
});
process.send?.({ url });
process.on('disconnect', () => process.exit());
