import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { createLogger } from '#server/logging/log.ts';
import { type Rendered, shortage } from './render.ts';
import { createRenderer } from './renderer.ts';

vi.setConfig({ testTimeout: 240_000 });
const log = createLogger('silent');
const renderers: ReturnType<typeof createRenderer>[] = [];
afterEach(() => Promise.all(renderers.splice(0).map((one) => one.close())));

function renderer(options?: Parameters<typeof createRenderer>[1]) {
  const one = createRenderer(log, options);
  renderers.push(one);
  return one;
}

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4a1942' }, limitInputPixels: false });
const small = () => blank(300, 200).jpeg().toBuffer();

/** The processes that this one has started to make pictures. */
function children(): number[] {
  return execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('render-process'))
    .map((line) => Number.parseInt(line, 10));
}

const peakOf = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

test('A9: the largest picture of each format is made within the memory of the process, one at a time', async () => {
  const one = renderer();
  const large = blank(8_000, 5_000);
  const pictures = {
    jpeg: await large.clone().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    png: await large.clone().png({ progressive: true }).toBuffer(),
    webp: await large.clone().webp({ lossless: true, effort: 0 }).toBuffer(),
    gif: await large.clone().gif({ effort: 1 }).toBuffer(),
    avif: await blank(5_000, 3_200).avif({ effort: 0 }).toBuffer(),
  };
  // A busy machine may take longer than a picture has.
  const patiently = async (bytes: Uint8Array, attempts = 10): Promise<Rendered> =>
    one.render(bytes).catch((error: unknown) => {
      if (attempts === 1) throw error;
      return patiently(bytes, attempts - 1);
    });
  const made = await Promise.all(Object.values(pictures).map((bytes) => patiently(bytes)));
  for (const { width, files } of made) expect([width, files.length]).toEqual([1_600, 7]);
  expect(children()).toHaveLength(1);
  expect(peakOf(children()[0] ?? 0)).toBeLessThan(700);
});

test('a decoding that took too long is not called damaged, whatever libvips complained about before', () => {
  // As sharp ends the decoding of an AVIF of 16 megapixels after its time.
  const complaints = 'source: bad seek to 1024\nsource: bad seek to 768\ntimeout: 1% complete\nVipsImage: killed';
  expect(shortage(new Error(complaints))).toBe('too slow');
  expect(shortage(new Error('timeout: 31% complete\nVipsImage: killed'))).toBe('too slow');
  expect(shortage(new Error('Input buffer has corrupt header'))).toBeUndefined();
});

test.skipIf(!existsSync('/proc/self/limits'))('the process runs under a limit of its data', async () => {
  const one = renderer();
  await one.render(await small());
  const limits = readFileSync(`/proc/${children()[0]}/limits`, 'utf8');
  expect(limits).toMatch(/Max data size\s+1153433600\s+1153433600/);
});

test.skipIf(!existsSync('/proc/self/limits'))(
  'a picture that needs more memory, or ends the process, is a 503, and the next one is made',
  async () => {
    const one = renderer({ memory: 690 * 1_024 * 1_024 });
    // libvips says that there is no memory; GLib, behind GIFs, ends the process.
    const hungry = [
      await blank(8_000, 5_000).png({ progressive: true }).toBuffer(),
      await blank(8_000, 5_000).gif({ effort: 1 }).toBuffer(),
    ];
    for (const bytes of hungry) {
      await expect(one.render(bytes)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect((await one.render(await small())).width).toBe(300);
    }
    const slow = one.render(await blank(7_000, 5_000).jpeg().toBuffer());
    await vi.waitFor(() => expect(children()).toHaveLength(1));
    for (const pid of children()) process.kill(pid, 'SIGKILL');
    await expect(slow).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect((await one.render(await small())).width).toBe(300);
  },
);

test('a picture that is not wanted after its decoding is dropped, and what was thrown is thrown', async () => {
  const one = renderer();
  const enough = new Error('enough pictures');
  await expect(one.render(await small(), () => Promise.reject(enough))).rejects.toBe(enough);
  expect((await one.render(await small(), async () => {})).width).toBe(300);
});
