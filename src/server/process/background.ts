import type { Logger } from 'pino';

/**
 * Starts work that no request waits for; what it throws is logged under the text `failed`, where it would end the
 * process. The promise never rejects; a shutdown may wait for it.
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
