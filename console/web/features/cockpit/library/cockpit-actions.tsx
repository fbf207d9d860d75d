import type { ReactNode } from 'react';
import {
  IconDownload,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconShare3,
  IconUpload,
  IconUserShare,
} from '@tabler/icons-react';
import { rowItems } from '#web/kernel/resource/resource-actions-column.tsx';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { useSession } from '#web/kernel/session/session.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useExport } from '../file/use-export.ts';
import { useFileTexts } from '../file/texts/en.ts';
import type { CockpitTask, TaskCockpit } from './cockpit-task.ts';
import { useCockpitTexts } from '../texts/en.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';

/** The actions on a cockpit, as a menu. */
export function useCockpitActions(
  openTask: (task: CockpitTask) => void,
): (cockpit: TaskCockpit) => readonly MenuItem[] {
  const text = useCockpitTexts();
  const resource = useResourceTexts();
  const reachReason = useReachReason();
  const { modules } = useSession();
  const file = useFileTexts();
  const download = useExport();
  const rows = rowItems(resource);
  return (cockpit) => {
    const { active } = cockpit.status;
    const disabledReason = reachReason(cockpit);
    const act = (
      is: Exclude<CockpitTask['is'], 'new' | 'import' | 'duplicate' | 'remove'>,
      label: string,
      icon: ReactNode,
    ): MenuItem => ({
      is: 'action',
      label,
      icon,
      disabledReason,
      run: () => openTask({ is, cockpit }),
    });
    return [
      act('rename', text('rename'), <IconPencil size={15} />),
      ...(modules.includes('sharing') ? [act('share', resource('share'), <IconShare3 size={15} />)] : []),
      act('owner', resource('ownerChange'), <IconUserShare size={15} />),
      // A copy is not shared.
      rows.duplicate(() => openTask({ is: 'duplicate', cockpit })),
      {
        is: 'action',
        label: file('export'),
        icon: <IconDownload size={15} />,
        run: () => download(cockpit),
      },
      act('replace', file('replaceFromFile'), <IconUpload size={15} />),
      act(
        'status',
        resource(active ? 'deactivate' : 'activate'),
        active ? <IconPlayerStop size={15} /> : <IconPlayerPlay size={15} />,
      ),
      ...rows.remove(() => openTask({ is: 'remove', cockpit }), disabledReason),
    ];
  };
}
