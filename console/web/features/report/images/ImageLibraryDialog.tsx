import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconPencil, IconReplace, IconTrash, IconUpload } from '@tabler/icons-react';
import { reportImageLimits } from '#schemas/limit/report.ts';
import type { ReportImage } from '#schemas/image/image.ts';
import { customerImages, providerImages } from '#schemas/image/routes.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { DocumentUseList } from '#web/kernel/resource/DocumentUseList.tsx';
import { base64Of, IMAGE_TYPES } from '#web/lib/image-file.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useReportTexts } from '../texts/en.ts';
import { useImageSpace } from './image-space.ts';
import { imageQuery, imagesQuery } from './image-queries.ts';

interface Props {
  readonly onChoose: (image: ReportImage) => void;
  readonly onClose: () => void;
}

const nameOf = (file: File): string =>
  file.name.replace(/\.[^.]+$/, '').slice(0, reportImageLimits.nameMax) || 'image';

/** The calls of the library, which refresh what shows it. */
function useImageCalls() {
  const space = useImageSpace();
  const text = useReportTexts();
  const cache = useQueryCache();
  const { run, isPending } = useAction([]);
  const routes = space === undefined ? undefined : customerImages;
  const params = { customerId: space ?? 0 };
  const refresh = (image?: Pick<ReportImage, 'id'>): void => {
    void cache.refresh(imagesQuery(space).queryKey);
    if (image !== undefined) void cache.refresh(imageQuery(space, image.id).queryKey);
  };
  const upload = (body: { name: string; data: string }): Promise<ReportImage> =>
    routes === undefined ? call(providerImages.upload, { body }) : call(routes.upload, { params, body });
  const update = (image: ReportImage, body: { name: string; data: string | null }): Promise<ReportImage> => {
    const stated = { ...body, version: image.version };
    return routes === undefined
      ? call(providerImages.update, { params: { imageId: image.id }, body: stated })
      : call(routes.update, { params: { ...params, imageId: image.id }, body: stated });
  };
  const remove = ({ id: imageId, version }: ReportImage): Promise<unknown> =>
    routes === undefined
      ? call(providerImages.delete, { params: { imageId }, query: { version } })
      : call(routes.delete, { params: { ...params, imageId }, query: { version } });
  const read = async (file: File): Promise<string | undefined> => {
    if (file.size <= reportImageLimits.maxBytes) return await base64Of(file);
    showToast({ text: text('imageTooLarge', { name: file.name }), tone: 'bad' });
    return undefined;
  };
  return {
    isPending,
    writing: routes === undefined ? providerImages.upload : routes.upload,
    async upload(files: readonly File[], onDone?: (image: ReportImage) => void) {
      for (const file of files) {
        const data = await read(file);
        if (data === undefined) continue;
        run(() => upload({ name: nameOf(file), data }), {
          done: text('imageAdded', { name: nameOf(file) }),
          onDone(image) {
            refresh();
            if (files.length === 1) onDone?.(image);
          },
        });
      }
    },
    async replace(image: ReportImage, file: File) {
      const data = await read(file);
      if (data !== undefined)
        run(() => update(image, { name: image.name, data }), {
          done: text('imageReplaced', { name: image.name }),
          onDone: refresh,
        });
    },
    rename: (image: ReportImage, name: string) =>
      run(() => update(image, { name, data: null }), { onDone: refresh }),
    remove: (image: ReportImage) =>
      run(() => remove(image), { done: text('imageDeleted', { name: image.name }), onDone: () => refresh() }),
  };
}

/** Lets the user choose files of the browser's machine. */
function chooseFiles(multiple: boolean, onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = IMAGE_TYPES;
  input.multiple = multiple;
  input.hidden = true;
  const end = (): void => input.remove();
  input.addEventListener('cancel', end);
  input.addEventListener('change', () => {
    onFiles([...(input.files ?? [])]);
    end();
  });
  document.body.append(input);
  input.click();
}

function Preview({ image }: { readonly image: ReportImage }) {
  const { data } = useQuery(imageQuery(useImageSpace(), image.id));
  return data === undefined ? (
    <span className="tt-report-image-wait" />
  ) : (
    <img src={data} alt="" loading="lazy" />
  );
}

interface CardProps {
  readonly image: ReportImage;
  readonly calls: ReturnType<typeof useImageCalls>;
  readonly onChoose: () => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function ImageCard({ image, calls, onChoose, onRename, onRemove }: CardProps) {
  const text = useReportTexts();
  const language = useLanguage();
  const isForeign = useImageSpace() !== undefined && image.ofProvider;
  const disabledReason = useDisabledReason(calls.writing) ?? (isForeign ? text('ofProvider') : undefined);
  return (
    <li className="tt-report-image-card">
      <button
        type="button"
        className="tt-report-image-choice"
        onClick={onChoose}
        aria-label={text('chooseNamed', { name: image.name })}
      >
        <Preview image={image} />
      </button>
      <span className="tt-ellipsis" title={image.name}>
        {image.name}
      </span>
      <span className="tt-muted">
        {image.width} × {image.height} · {formatValue(image.bytes, 'byte', language)}
        {image.ofProvider && <Tag>{text('provided')}</Tag>}
      </span>
      <span className="tt-report-image-tools">
        <IconButton
          small
          label={text('renameImage', { name: image.name })}
          icon={<IconPencil size={13} />}
          disabledReason={disabledReason}
          onClick={onRename}
        />
        <IconButton
          small
          label={text('replaceImage', { name: image.name })}
          icon={<IconReplace size={13} />}
          disabledReason={disabledReason}
          onClick={() => chooseFiles(false, ([file]) => file && void calls.replace(image, file))}
        />
        <IconButton
          small
          label={text('deleteImage', { name: image.name })}
          icon={<IconTrash size={13} />}
          disabledReason={disabledReason}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}

/** The reports that an image would be missing from. */
function RemoveConfirmation({
  image,
  onConfirm,
  onClose,
}: {
  readonly image: ReportImage;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const text = useReportTexts();
  const space = useImageSpace();
  const uses = useQuery(
    namedQuery('report-image', [space ?? 'provider', 'uses', image.id], (signal) =>
      space === undefined
        ? call(providerImages.uses, { params: { imageId: image.id }, signal })
        : call(customerImages.uses, { params: { customerId: space, imageId: image.id }, signal }),
    ),
  );
  return (
    <ConfirmDialog
      open
      title={text('deleteImage', { name: image.name })}
      consequence={text('deleteImageHint')}
      action={text('delete')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <DocumentUseList query={uses} consequence={text('deleteImageUses')} />
    </ConfirmDialog>
  );
}

interface RenameProps {
  readonly image: ReportImage;
  readonly onRename: (name: string) => void;
  readonly onClose: () => void;
}

function RenameDialog({ image, onRename, onClose }: RenameProps) {
  const text = useReportTexts();
  const [name, setName] = useState(image.name);
  const action = (
    <Button
      kind="primary"
      disabledReason={name.trim() === '' ? text('nameRequired') : undefined}
      onClick={() => onRename(name)}
    >
      {text('rename')}
    </Button>
  );
  return (
    <Dialog
      open
      title={text('renameImage', { name: image.name })}
      width={420}
      actions={action}
      onClose={onClose}
    >
      <TextField first label={text('imageName')} value={name} onChange={setName} />
    </Dialog>
  );
}

/** The library of images: uploads, names, replacements, and the choice of one for a report. */
export function ImageLibraryDialog({ onChoose, onClose }: Props) {
  const text = useReportTexts();
  const language = useLanguage();
  const space = useImageSpace();
  const [q, setQ] = useState('');
  const [renamed, setRenamed] = useState<ReportImage>();
  const [removed, setRemoved] = useState<ReportImage>();
  const calls = useImageCalls();
  const query = useQuery(imagesQuery(space));
  const uploadReason = useDisabledReason(calls.writing);
  const shown = (query.data ?? []).filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()));
  const state: PanelState =
    query.data?.length === 0
      ? { is: 'empty', title: text('noImages'), hint: text('noImagesHint') }
      : panelStateOf(query, language);
  return (
    <Dialog open title={text('images')} width={760} onClose={onClose}>
      <div className="tt-report-image-bar">
        <SearchField label={text('findImage')} value={q} onChange={(text) => setQ(text ?? '')} />
        <Button
          icon={<IconUpload size={15} />}
          busy={calls.isPending}
          disabledReason={uploadReason}
          onClick={() => chooseFiles(true, (files) => void calls.upload(files, onChoose))}
        >
          {text('uploadImages')}
        </Button>
      </div>
      <p className="tt-muted">{text('imageHint')}</p>
      <Panel label={text('images')} state={state}>
        <ul className="tt-report-images">
          {shown.map((image) => (
            <ImageCard
              key={image.id}
              image={image}
              calls={calls}
              onChoose={() => onChoose(image)}
              onRename={() => setRenamed(image)}
              onRemove={() => setRemoved(image)}
            />
          ))}
        </ul>
      </Panel>
      {renamed !== undefined && (
        <RenameDialog
          image={renamed}
          onRename={(name) => {
            calls.rename(renamed, name);
            setRenamed(undefined);
          }}
          onClose={() => setRenamed(undefined)}
        />
      )}
      {removed !== undefined && (
        <RemoveConfirmation
          image={removed}
          onConfirm={() => {
            calls.remove(removed);
            setRemoved(undefined);
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Dialog>
  );
}
