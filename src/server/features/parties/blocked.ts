import { type RawBuilder, sql } from 'kysely';
import { conflict } from '#server/errors.ts';
import { isolated } from '#shared/isolated.ts';

/** Whether a professional has blocked a client, also as the guest whose address turned out to be theirs (contract 29). */
export function isBlocked(professionalId: RawBuilder<unknown>, clientId: RawBuilder<unknown>) {
  return sql<boolean>`exists (select from contacts barred where barred.professional_id = ${professionalId}
    and barred.blocked and ${clientId} in (barred.client_id, barred.claimed_by))`;
}

/** 409 for who is blocked. */
export function refuseBlocked({ is_blocked, display_name }: { is_blocked: boolean; display_name: string }): void {
  if (is_blocked) conflict(`Please contact ${isolated(display_name)} to book.`);
}
