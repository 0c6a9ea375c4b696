import { contactEmail } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';

export type Link = { label: string; url: string };

/**
 * What an email says to whoever would reply to it: a reply goes to the address that all our emails come from, never to
 * the person whom the email is about. No address of theirs stands in it, so `way` is a page of ours.
 */
export type Reach = { text: string; way?: Link | undefined };

/** Of an email about nobody else. */
export const reachUs: Reach = { text: `Questions? Write to ${contactEmail}.` };

/** Of an email about somebody; `how` is said after it. */
export function reachOther(name: string, { how, way }: { how?: string; way?: Reach['way'] } = {}): Reach {
  return { text: [`Please don't reply to this email: ${name} won't see it.`, how].filter(Boolean).join(' '), way };
}

/** Of an email to a client about a professional, to whom they can write here. */
export function reachByMessage(publicUrl: string, { id, name }: { id: string; name: string }): Reach {
  const url = `${publicUrl}${pagePath('messages', { threadId: '' })}?to=${id}`;
  return reachOther(name, { way: { label: `Message ${name}`, url } });
}
