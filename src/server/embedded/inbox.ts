import { mkdir } from 'node:fs/promises';
import { startThread } from './service-thread.ts';

type EmbeddedInbox = { smtpUrl: string; uiUrl: string; stop(): Promise<void> };

/** Input of the thread. */
export type InboxThreadInput = { directory: string; uiPort: number; uiHost: string; except: readonly number[] };

/**
 * Starts a mail server on a free loopback port that is none of `except`, with its pages and `GET /email` on `uiPort`.
 * Mail is stored below `directory`.
 */
export async function startInbox(
  directory: string,
  uiPort: number,
  except: readonly number[],
  log?: (line: string) => void,
): Promise<EmbeddedInbox> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const input: InboxThreadInput = { directory, uiPort, uiHost: '127.0.0.1', except };
  const { ready, stop } = await startThread<{ smtpPort: number }>(
    'inbox',
    new URL('./inbox-thread.ts', import.meta.url),
    input,
    log,
  );
  return { smtpUrl: `smtp://127.0.0.1:${ready.smtpPort}`, uiUrl: `http://localhost:${uiPort}`, stop };
}
