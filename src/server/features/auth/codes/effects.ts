import type { Db } from '#server/db/connect.ts';
import { countEmails } from '#server/features/waitlist/queries.ts';
import type { Effect } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import { type KindMails, mayMailCode, mayMailKind } from '#shared/rules/code-mails.ts';
import type { SignupKind } from '#shared/rules/signup-kinds.ts';
import { type CodeRequest, countForCaller, countMails, findCodeRequest, markMailed } from './queries.ts';

/** What a request is answered with by mail; undefined: nothing. */
export function answerTo(request: CodeRequest, clients: SignupKind): 'code' | 'waitlist' | 'invitation' | undefined {
  const { purpose, user_id, role, is_active, has_password, entry_status, entry_role } = request;
  if (purpose === 'confirmation') return is_active && !has_password ? 'code' : undefined;
  if (user_id !== null) return is_active && role !== 'admin' ? 'code' : undefined;
  if (entry_status === 'approved' && entry_role !== 'Client') return 'invitation';
  return clients === 'open' ? 'code' : 'waitlist';
}

/**
 * Mails what a request is answered with, as long as neither the caller nor the addressee had too many. The code is
 * drawn when it is mailed.
 */
export const codeAsked: Effect<'code.asked'> = async (trx, { id: event_id, payload }) => {
  const { request_id, codes_per_hour, clients } = payload;
  const request = await findCodeRequest(trx, request_id);
  if (!request || !(await countForCaller(trx, request, codes_per_hour))) return;
  const answer = answerTo(request, clients);
  if (answer === undefined) return;
  const mails = { ...(await countMails(trx, request)), isNetworkKnown: request.is_network_known };
  if (!mayMailCode(mails)) return;
  if (answer === 'invitation' && !mayMailKind(await countInvitations(trx, request))) return;
  await markMailed(trx, request, event_id);
  const mail = { event_id, channel: 'mail' as const };
  await insertDeliveries(trx, [
    answer === 'invitation'
      ? // The waitlist's own, to somebody whom it invited before.
        {
          ...mail,
          recipient: request.entry_id ?? '',
          template: 'waitlist_invitation',
          payload: { entry_id: request.entry_id },
        }
      : { ...mail, recipient: request_id, template: templates[answer], payload: { request_id } },
  ]);
};

/** However they came to be sent. */
async function countInvitations(trx: Db, { entry_id }: { entry_id: string | null }): Promise<KindMails> {
  return entry_id === null
    ? { inHour: 0, inDay: 0 }
    : countEmails(trx, { entryId: entry_id, template: 'waitlist_invitation' });
}

const templates = { code: 'one_time_code', waitlist: 'code_without_account' } as const;
