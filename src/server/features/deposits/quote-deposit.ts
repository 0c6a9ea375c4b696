import type { Caller } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { notFound } from '#server/errors.ts';
import { askedDeposit, findQuoted } from '#server/features/bookings/deposits/queries.ts';
import { refuseNotOffered, requireLines } from '#server/features/bookings/make/line-queries.ts';
import { professionalVisible } from '#server/features/parties/visibility.ts';
import type { DepositQuote, QuoteQuery } from '#shared/deposits.ts';
import { shareOfTotal } from '#shared/rules/deposit.ts';
import { depositCents, totalCents } from '#shared/rules/lines.ts';
import { toDollars } from '#shared/rules/price.ts';

/** What services ask of those to whom it applies, and whether that is this caller; others than clients are new. */
export async function quoteDeposit(
  db: Db,
  caller: Caller | null,
  { professional_id, service_ids, option_ids, start_time }: QuoteQuery,
): Promise<DepositQuote> {
  if (!(await professionalVisible(db, professional_id, caller))) notFound('Professional');
  const quoted = (await findQuoted(db, professional_id, service_ids)) ?? notFound('Professional');
  const services = requireLines({ service_ids, option_ids }, quoted.services, 'query');
  refuseNotOffered(services);
  const amount = quoted.takes_deposits ? depositCents(services, quoted.deposit_percent) : 0;
  const asked = { professional_id, client_id: caller?.client_id ?? null, services };
  const times = {
    start: start_time === undefined ? Number.POSITIVE_INFINITY : Date.parse(start_time),
    now: quoted.now,
  };
  return {
    amount: toDollars(amount),
    percent_of_total: shareOfTotal(amount, totalCents(services)),
    who: quoted.deposit_who,
    applies: (await askedDeposit(db, quoted, asked, times)) > 0,
  };
}
