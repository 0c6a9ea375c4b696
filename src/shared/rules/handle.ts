import { pages } from '#shared/pages.ts';

/** A handle's form (contract 10), besides its length. */
export const handlePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Who had one of these would be taken for Saluni itself, by somebody who is asked for a password or for money. */
const ourOwn = [
  'about abuse account accounts admin administrator api app auth billing blog booking bookings business careers',
  'cookies customer-service dashboard docs email faq feedback find help helpdesk home hello info invoice invoices',
  'jobs legal log-in log-out login logout mail media moderator news no-reply noreply official owner password',
  'payment payments policy postmaster press pricing privacy professional professionals refund refunds register',
  'root safety search secure',
  'security service services settings sign-in sign-up signin signup staff status support sysadmin system team terms',
  'trust verify verification webmaster welcome www',
].flatMap((line) => line.split(' '));

const reserved = new Set([...Object.values(pages).map(({ path }) => path.split('/')[1] ?? ''), ...ourOwn]);

/** Whether an address is nobody's, as a page or the product itself has that name. */
export function isReservedHandle(handle: string): boolean {
  return reserved.has(handle) || handle.split('-').includes('saluni');
}

/** The path that a professional shares. */
export function handlePath(handle: string): string {
  return `/p/${handle}`;
}
