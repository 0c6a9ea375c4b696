import { isRecord } from '#client/lib/is-record.ts';
import { tokenRefused } from '#client/lib/session.ts';

const failed = "It couldn't be uploaded.";

/** Why a picture was not stored, in words. */
export class PictureRefused extends Error {}

/** Uploads a private picture and returns the answer; `onProgress` hears which part has gone out. `fetch` would not tell. */
export function sendPicture<Sent>(
  address: string,
  file: File,
  token: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file);
    request.open('POST', address);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => {
      const answer: unknown = request.response;
      if (request.status === 401) tokenRefused(token);
      if (request.status === 201) return resolve(answer as Sent);
      const detail = isRecord(answer) && typeof answer.detail === 'string' ? answer.detail : failed;
      return reject(new PictureRefused(detail));
    };
    request.onerror = () => reject(new PictureRefused('The connection was lost.'));
    request.ontimeout = request.onerror;
    request.onabort = () => reject(new PictureRefused('Cancelled.'));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/** Longest edge of what stands in for a picture that is not sent yet, pixels. */
const previewEdge = 240;

/** A small copy as an address that outlives the page; empty for one that the browser cannot read. */
export async function previewOf(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return '';
  const scale = Math.min(1, previewEdge / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/jpeg', 0.7);
}
