import type { FastifyInstance } from 'fastify';
import { readSdwanSetting, updateSdwanSetting } from '#schemas/settings/sdwan/sdwan.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { SdwanSettingRepository } from './sdwan-setting-repository.ts';

/** What the tunnels and interfaces of Cisco's SD-WAN mean to the provider. */
export function sdwanSettingPlugin(app: FastifyInstance, setting: SdwanSettingRepository): void {
  serve(app, readSdwanSetting, () => setting.read());
  serve(app, updateSdwanSetting, async ({ body, ...actor }) => {
    await setting.update(body, actor);
    return {};
  });
}
