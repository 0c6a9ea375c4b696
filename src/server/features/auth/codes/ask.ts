import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { hashedAddressKey } from '#server/limits/address-key.ts';
import { hashToken, newToken } from '#server/links/tokens.ts';
import { emit } from '#server/outbox/emit.ts';
import { codeMessages } from '#shared/rules/one-time-code.ts';
import { networkKey } from './hash-code.ts';
import { type CodePurpose, insertAttempt, insertRequest, isAttemptOpen } from './queries.ts';

type Asked = { message: string; attempt: string };

/**
 * Asks for a code to log in with; every address gets the same answer after the same work, as a job decides what is
 * mailed. An open attempt of before for the same address gets the new code, too.
 */
export function askForLogin(ctx: Context, { email, attempt }: { email: string; attempt?: string | undefined }) {
  return ask(ctx, { email, attempt, of: { purpose: 'login' } });
}

/** Asks for a code with which the caller confirms something; whoever has a password is mailed none. */
export function askToConfirm(ctx: Context & { caller: Caller }, { attempt }: { attempt?: string | undefined }) {
  const { id: userId, email } = ctx.caller;
  return ask(ctx, { email, attempt, of: { purpose: 'confirmation', userId } });
}

function ask(
  { db, deps, ip, requestId }: Context,
  { email, attempt: former, of }: { email: string; attempt?: string | undefined; of: CodePurpose },
): Promise<Asked> {
  const { codesPerHour, clientSignup } = deps.config;
  return transact(db, async (trx) => {
    const isReused = former !== undefined && (await isAttemptOpen(trx, hashToken(former), email, of));
    const attempt = isReused ? former : newToken();
    const attempt_hash = hashToken(attempt);
    if (!isReused) await insertAttempt(trx, attempt_hash, email, of);
    const request = { attempt_hash, email, caller: hashedAddressKey(ip), network: networkKey(ip) };
    const { id: request_id } = await insertRequest(trx, request);
    const payload = { request_id, codes_per_hour: codesPerHour, clients: clientSignup };
    await emit(trx, 'code.asked', payload, requestId);
    return { message: codeMessages.sent, attempt };
  });
}
