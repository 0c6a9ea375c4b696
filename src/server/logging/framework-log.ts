import type { Logger } from 'pino';
import { moreOf, perSecond } from './per-second.ts';

/**
 * The log as Fastify gets it. A handler that ends after its request was answered, such as by the time limit, makes it
 * warn each time, with the whole address: few lines a second say so, without it.
 */
export function frameworkLog(log: Logger): Logger {
  const limited = perSecond();
  const own = Object.create(log) as Logger;
  own.warn = ((first: unknown, ...more: unknown[]) => {
    const { err } = (first ?? {}) as { err?: { code?: string } };
    const isLate = err?.code === 'FST_ERR_REP_ALREADY_SENT' || String(first).startsWith('Reply was already sent');
    if (!isLate) return log.warn(first as object, ...(more as []));
    limited('late', (left) => log.warn(`failed to use an answer that came after its request had ended${moreOf(left)}`));
  }) as Logger['warn'];
  return own;
}
