import type { ReactNode } from 'react';
import {
  IconAdjustments,
  IconAntenna,
  IconApps,
  IconBell,
  IconBuildingCommunity,
  IconCalendarTime,
  IconChartAreaLine,
  IconChartBar,
  IconHome,
  IconClipboardList,
  IconFileImport,
  IconFileText,
  IconGauge,
  IconMapPins,
  IconMathFunction,
  IconReceipt,
  IconServer2,
  IconSettings,
  IconShare3,
  IconShieldLock,
  IconTestPipe,
  IconTopologyStar3,
  IconUsers,
} from '@tabler/icons-react';
import type { ModuleName } from '#schemas/menu/modules.ts';

const size = 16;
const icons: Partial<Record<ModuleName, ReactNode>> = {
  alerting: <IconBell size={size} />,
  application: <IconApps size={size} />,
  audit: <IconClipboardList size={size} />,
  billing: <IconReceipt size={size} />,
  cluster: <IconMapPins size={size} />,
  cockpit: <IconGauge size={size} />,
  collector: <IconAntenna size={size} />,
  configuration: <IconFileText size={size} />,
  customer: <IconBuildingCommunity size={size} />,
  dashboard: <IconChartBar size={size} />,
  explore: <IconChartAreaLine size={size} />,
  home: <IconHome size={size} />,
  flowmap: <IconTopologyStar3 size={size} />,
  inventory: <IconServer2 size={size} />,
  kpi: <IconMathFunction size={size} />,
  provisioning: <IconFileImport size={size} />,
  report: <IconFileText size={size} />,
  role: <IconShieldLock size={size} />,
  scheduling: <IconCalendarTime size={size} />,
  'sdwan-manager': <IconTopologyStar3 size={size} />,
  sharing: <IconShare3 size={size} />,
  settings: <IconSettings size={size} />,
  test: <IconTestPipe size={size} />,
  user: <IconUsers size={size} />,
};

/** Icon of a menu entry; modules without their own share one. */
export const menuIcon = (module: ModuleName): ReactNode => icons[module] ?? <IconAdjustments size={size} />;
