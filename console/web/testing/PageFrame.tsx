import { Outlet } from '@tanstack/react-router';
import { useLive } from '#web/kernel/shell/use-live.ts';
import '#web/kernel/shell/shell.css';

/** The place of a page in the console, with the live connection, and without what header and menu show. */
export function PageFrame() {
  useLive();
  return (
    <div className="tt-shell" data-narrow={false}>
      <header className="tt-header" />
      <div className="tt-nav" />
      <main id="content" className="tt-main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
