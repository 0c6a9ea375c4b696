import { z } from 'zod';
import { idOut, instantOut } from './wire.ts';

/** What admins do, on the screen or by the command line, and what the subject of each is. */
export const auditActions = {
  'user.created': 'user',
  'user.disabled': 'user',
  'user.enabled': 'user',
  'user.invited': 'user',
  'user.deleted': 'user',
  'waitlist.approved': 'waitlist entry',
  'waitlist.declined': 'waitlist entry',
  'waitlist.invited': 'waitlist entry',
  'waitlist.noted': 'waitlist entry',
  'booking.cancelled': 'booking',
  'job.retried': 'job',
  'review.hidden': 'review',
  'review.shown': 'review',
  'report.read': 'report',
  'report.picture': 'picture',
  'report.closed': 'report',
  'image.uploaded': 'image',
  'image.deleted': 'image',
} as const;
export type AuditAction = keyof typeof auditActions;

/**
 * One action. `actor` is null for the command line, and has no `email` once the account is gone; `subject` is the
 * address of a user or waitlist entry, where there still is one.
 */
export const auditEntry = z.object({
  id: idOut,
  created_at: instantOut,
  action: z.string(),
  actor: z.object({ id: idOut, email: z.string().nullable() }).nullable(),
  subject_id: idOut.nullable(),
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type AuditEntry = z.infer<typeof auditEntry>;
