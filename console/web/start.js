// Runs before everything else, in any browser: plain old JavaScript. External, because the content policy allows no inline script.
(function () {
  // What the console is built for (the target of vite.config.ts): modules, what came with ECMAScript 2024, and its colours.
  var isSupported =
    'noModule' in document.createElement('script') &&
    typeof Promise.withResolvers === 'function' &&
    typeof CSS !== 'undefined' &&
    CSS.supports('color', 'color-mix(in srgb, red, blue)');
  if (!isSupported) {
    location.replace(new URL('unsupported.html', document.baseURI).href);
    return;
  }
  var chosen;
  try {
    chosen = localStorage.getItem('telltale.theme');
  } catch (refused) {
    // Storage may be switched off altogether.
    chosen = refused && null;
  }
  var system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  // Set before the first paint, so that no theme flashes.
  document.documentElement.dataset.mantineColorScheme =
    chosen === 'dark' || chosen === 'light' ? chosen : system;
  // The policy forbids eval: zod must know before its first schema is made.
  globalThis.__zod_globalConfig = { jitless: true };
})();
