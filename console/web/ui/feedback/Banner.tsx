import type { ReactNode } from 'react';
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import './banner.css';

export type BannerTone = 'info' | 'warning' | 'bad';

const icons: Record<BannerTone, ReactNode> = {
  info: <IconInfoCircle size={16} />,
  warning: <IconAlertTriangle size={16} />,
  bad: <IconCircleX size={16} />,
};

/** A line above the content it concerns. `bad` interrupts a screen reader, the others wait. */
export function Banner({ tone, children }: { readonly tone: BannerTone; readonly children: ReactNode }) {
  return (
    <div className="tt-banner" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {icons[tone]}
      <div>{children}</div>
    </div>
  );
}
