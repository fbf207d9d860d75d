import { createRoute } from '@tanstack/react-router';
import { auditSearch } from '#web/features/audit/audit-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const audit = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/audit'),
  validateSearch: auditSearch,
  component: lazyPage(() => import('#web/features/audit/AuditPage.tsx'), 'AuditPage'),
});

export const auditRoutes = [audit] as const;
