import type { Logger } from 'pino';

/**
 * Starts work that no request waits for. What it throws is logged under the text `failed`, and ends nothing else: a
 * promise that nobody catches would end the process. The returned promise never rejects; a shutdown may wait for it.
 */
export async function inBackground(
  log: Pick<Logger, 'warn'>,
  failed: string,
  work: () => Promise<unknown>,
  onFailure?: () => void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error }, failed);
    onFailure?.();
  }
}
