import { IconPlus } from '@tabler/icons-react';
import { createTrapReceiver } from '#schemas/settings/snmp/routes.ts';
import { createAlarmMail } from '#schemas/settings/mail/routes.ts';
import { createWebhook } from '#schemas/settings/webhook/routes.ts';
import { WebhookService } from '#schemas/settings/webhook/service/webhook-service.ts';
import { useDisabledReason, useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useSettingsSearch } from '../settings-search.ts';
import { useServiceTexts } from '../target/texts/en.ts';
import { useOverviewTexts } from './texts/en.ts';

/** Services by name first: that is how they are looked for. */
const services = [...WebhookService.options.filter((one) => one !== 'custom'), 'custom'] as const;

/** Adds a target of any kind; absent without the right to add one. */
export function AddTarget() {
  const text = useServiceTexts();
  const overview = useOverviewTexts();
  const { change } = useSettingsSearch();
  const reasons = {
    webhook: useDisabledReason(createWebhook),
    mail: useDisabledReason(createAlarmMail),
    trap: useDisabledReason(createTrapReceiver),
  };
  const missing = [
    useMissingPermission(createWebhook),
    useMissingPermission(createAlarmMail),
    useMissingPermission(createTrapReceiver),
  ];
  if (missing.every((one) => one !== undefined)) return null;
  const adding = { edit: 'new', open: undefined, q: undefined, sort: undefined };
  const items: readonly MenuItem[] = [
    ...services.map((service): MenuItem => ({
      is: 'action',
      label: text(`service-${service}`),
      disabledReason: reasons.webhook,
      run: () => change({ ...adding, tab: 'webhooks', service }),
    })),
    { is: 'line', id: 'other' },
    {
      is: 'action',
      label: overview('kind-mail'),
      disabledReason: reasons.mail,
      run: () => change({ ...adding, tab: 'smtp' }),
    },
    {
      is: 'action',
      label: overview('kind-trap'),
      disabledReason: reasons.trap,
      run: () => change({ ...adding, tab: 'traps' }),
    },
  ];
  return (
    <Menu
      items={items}
      target={
        <Button kind="primary" icon={<IconPlus size={15} />}>
          {text('addTarget')}
        </Button>
      }
    />
  );
}
