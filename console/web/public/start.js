// Runs before everything else. External, because the content policy allows no inline script.
(function () {
  var chosen;
  try {
    chosen = localStorage.getItem('telltale.theme');
  } catch {
    chosen = null;
  }
  var system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  // Set before the first paint, so that no theme flashes.
  document.documentElement.dataset.mantineColorScheme =
    chosen === 'dark' || chosen === 'light' ? chosen : system;
  // The policy forbids eval: zod must know before its first schema is made.
  globalThis.__zod_globalConfig = { jitless: true };
})();
