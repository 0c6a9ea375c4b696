import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { type PictureUse, RenderError, type Rendered, type RenderFailure, renderPicture } from './render.ts';

/**
 * A process that makes pictures into files, one after another (`renderer.ts` starts it). What a hostile picture costs,
 * its memory or its life, it costs nobody else.
 */

/** To the process: a picture, then whether to go on with it once it was decoded. */
export type ToRender = Picture | { goOn: boolean };
type Picture = { bytes: Uint8Array; use: PictureUse };
/** From the process. `failure` says what was wrong with the picture, `error` what was wrong with us. */
export type FromRender = { decoded: true } | { rendered: Rendered } | { failure: RenderFailure } | { error: string };

/**
 * It gives way to requests, but still ends within a picture's time on a busy machine, of which it would get a twentieth
 * at 10. Where memory runs out, the kernel is to end it rather than the server.
 */
setPriority(5);
try {
  writeFileSync('/proc/self/oom_score_adj', '900');
} catch {
  // Another system, or one that forbids it.
}
process.on('disconnect', () => process.exit());
// Ctrl-C reaches it, too: it ends with its parent.
process.on('SIGINT', () => {});

const dropped = new Error('not wanted');
let decide: ((goOn: boolean) => void) | undefined;

process.on('message', (message: ToRender) => {
  if ('goOn' in message) decide?.(message.goOn);
  else render(message).then(send, (error: unknown) => send({ error: String((error as Error).stack) }));
});

async function render({ bytes, use }: Picture): Promise<FromRender> {
  const beforeEncoding = async () => {
    send({ decoded: true });
    if (!(await new Promise<boolean>((resolve) => (decide = resolve)))) throw dropped;
  };
  try {
    return { rendered: await renderPicture(bytes, beforeEncoding, use) };
  } catch (error) {
    if (error instanceof RenderError) return { failure: error.reason };
    if (error === dropped) return { error: dropped.message };
    throw error;
  }
}

function send(message: FromRender): void {
  process.send?.(message);
}
