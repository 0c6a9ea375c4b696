import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import type { Config } from '#server/config.ts';
import { publicLookup } from '#server/process/public-address.ts';
import { isPlain } from './hosts.ts';
import type { VapidKeys } from './keys.ts';

/** Longest time and size of an answer, milliseconds and bytes (contract 16). */
const bounds = { answer: 10_000, size: 4_096 };
/** A connection is kept for the next push so long, milliseconds. */
const idle = 30_000;

export type PushMessage = {
  payload: string;
  /** Seconds for which the service tries to deliver it. */
  ttl: number;
  /** Another message of the same topic takes the place of one that is not delivered yet. */
  topic: string;
  urgency: 'normal' | 'high';
};
type Target = { endpoint: string; p256dh: string; auth: string };
/** `retryAfter`: the milliseconds that the service asks to wait. */
type PushAnswer = { status: number; retryAfter: number | undefined };

export type PushService = {
  publicKey: string;
  /**
   * Sends a message once, encrypted for the browser (RFC 8291), and resolves with whatever the service answers; follows
   * no redirect. Rejects when it does not answer.
   */
  send(target: Target, message: PushMessage, signal: AbortSignal): Promise<PushAnswer>;
  close(): void;
};

export function createPushService(
  { vapidSubject: subject }: Pick<Config, 'vapidSubject'>,
  keys: VapidKeys,
  times = bounds,
): PushService {
  const agents = {
    secure: new Agent({ keepAlive: true, timeout: idle }),
    plain: new PlainAgent({ keepAlive: true, timeout: idle }),
  };

  function ask(url: URL, headers: Record<string, string>, signal: AbortSignal) {
    const options = { method: 'POST', headers, signal, maxHeaderSize: bounds.size };
    return isPlain(url.origin)
      ? plainRequest(url, { ...options, agent: agents.plain })
      : request(url, { ...options, agent: agents.secure, lookup: publicLookup });
  }

  return {
    publicKey: keys.publicKey,
    async send({ endpoint, p256dh, auth }, { payload, ttl: TTL, topic, urgency }, signal) {
      // Loaded by the first push, as nodemailer is by the first email.
      const { default: webPush } = await import('web-push');
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, ...keys },
        TTL,
        topic,
        urgency,
      });
      const within = AbortSignal.any([signal, AbortSignal.timeout(times.answer)]);
      return new Promise((resolve, reject) => {
        const asked = ask(new URL(endpoint), headers as Record<string, string>, within);
        asked.once('error', reject);
        asked.once('response', (answer) => {
          resolve({ status: answer.statusCode ?? 0, retryAfter: millisecondsOf(answer.headers['retry-after']) });
          // The rest says nothing that we need; it is read so that the connection can be kept.
          let size = 0;
          answer.on('error', () => {});
          answer.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > times.size) answer.destroy();
          });
        });
        asked.end(body);
      });
    },
    close() {
      agents.secure.destroy();
      agents.plain.destroy();
    },
  };
}

/** `Retry-After`: seconds or a date. */
function millisecondsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return milliseconds > 0 ? milliseconds : undefined;
}
