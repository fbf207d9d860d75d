import { afterEach, beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { closePage } from './render-page.tsx';

// All files share a page, in which modules load once: hooks belong to each file.
beforeEach(cleanup);
afterEach(closePage);
