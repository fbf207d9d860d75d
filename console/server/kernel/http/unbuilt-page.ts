/**
 * The page at every address of a console that was not built, without the languages of an installation: a checkout was started by
 * `node deploy/start.ts`. It says no path: anyone may read it.
 */
export const unbuiltPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Telltale: the console is not built</title>
  </head>
  <body>
    <main>
      <h1>The console is not built</h1>
      <p>The server runs, but it has no console to show. On the machine of the server, stop it and start it with <code>npm start</code>, which builds the
        console first. Or build it with <code>node platform/setup/setup.mjs --console</code> and restart the server.</p>
      <p>If the console is in another folder, name it by <code>WEB_FOLDER</code>.</p>
      <hr />
      <section lang="fr">
        <h1>La console n’est pas compilée</h1>
        <p>Le serveur fonctionne, mais il n’a pas de console à afficher. Sur la machine du serveur, arrêtez-le et démarrez-le avec <code>npm start</code>, qui
          compile d’abord la console. Ou compilez-la avec <code>node platform/setup/setup.mjs --console</code>, puis redémarrez le serveur.</p>
        <p>Si la console se trouve dans un autre dossier, indiquez-le par <code>WEB_FOLDER</code>.</p>
      </section>
    </main>
  </body>
</html>
`;
