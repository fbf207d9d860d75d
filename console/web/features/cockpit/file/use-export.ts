import { exportCockpit } from '#schemas/cockpit/file-routes.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { downloadText } from '#web/lib/download-text.ts';

const INDENT = 2;

/** A name without what file systems reject. */
const fileName = (name: string): string =>
  `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}.cockpit.json`;

/** Downloads the configuration of a cockpit. */
export function useExport(): (cockpit: { readonly id: number; readonly name: string }) => void {
  const { run } = useRouteAction(exportCockpit, { touches: [] });
  return ({ id, name }) =>
    run(
      { params: { cockpitId: id } },
      {
        onDone: (file) =>
          downloadText(fileName(name), {
            text: JSON.stringify(file, null, INDENT),
            type: 'application/json',
          }),
      },
    );
}
