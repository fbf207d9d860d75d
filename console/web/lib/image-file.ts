/** Images that the server accepts, as a choice of files offers them. */
export const IMAGE_TYPES = '.png,.jpg,.jpeg,.svg,image/png,image/jpeg,image/svg+xml';

/** The file as base64, without the head of the data address. */
export const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : ''),
    );
    reader.addEventListener('error', () => reject(new Error('unreadable')));
    reader.readAsDataURL(file);
  });
