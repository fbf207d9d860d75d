import { createRoute } from '@tanstack/react-router';
import { firstStepsSearch } from '#web/features/first-steps/first-steps-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const firstSteps = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/first-steps'),
  validateSearch: firstStepsSearch,
  component: lazyPage(() => import('#web/features/first-steps/FirstStepsPage.tsx'), 'FirstStepsPage'),
});

export const firstStepsRoutes = [firstSteps] as const;
