/** Most pixels along an edge of what is sent: twice what the server keeps. */
const longestEdge = 3_200;
/** Files up to this size are sent as they are, bytes. */
const lightEnough = 3 * 1024 * 1024;
const known = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

/**
 * A file that is quicker to send and names no location: a large photo made smaller, and one that only this browser
 * knows (HEIC) as a JPEG. One that the browser cannot read is returned as it is, for the server to refuse.
 */
export async function lighterFile(file: File): Promise<File> {
  if (file.size <= lightEnough && known.includes(file.type)) return file;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return file;
  const scale = Math.min(1, longestEdge / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return (await jpegOf(canvas, file.name)) ?? file;
}

/** A JPEG of what was drawn, on white: what is transparent would be black. Undefined if the browser made none. */
export function jpegOf(canvas: HTMLCanvasElement, name: string): Promise<File | undefined> {
  const context = canvas.getContext('2d');
  if (context) {
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ? new File([blob], name, { type: blob.type }) : undefined), 'image/jpeg', 0.9);
  });
}
