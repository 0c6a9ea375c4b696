import type { Caller } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { notFound } from '#server/errors.ts';
import { askedDeposit, findQuoted } from '#server/features/bookings/deposits/queries.ts';
import { refuseNotOffered, requireLines, type ServiceLine } from '#server/features/bookings/make/line-queries.ts';
import { quotedLine, refuseOver, requireQuote } from '#server/features/bookings/quotes/queries.ts';
import { professionalVisible } from '#server/features/parties/visibility.ts';
import type { DepositQuote, QuoteQuery } from '#shared/deposits.ts';
import { shareOfTotal } from '#shared/rules/deposit.ts';
import { type Chosen, depositCents, totalCents } from '#shared/rules/lines.ts';
import { toDollars } from '#shared/rules/price.ts';

/** What services ask of those to whom it applies, and whether that is this caller; others than clients are new. */
export async function quoteDeposit(
  db: Db,
  caller: Caller | null,
  { option_ids, start_time, quote_id, ...query }: QuoteQuery,
): Promise<DepositQuote> {
  const client_id = caller?.client_id ?? null;
  const quote =
    quote_id === undefined
      ? undefined
      : await requireQuote(db, quote_id, { client_id, professional_id: query.professional_id });
  const professional_id = quote?.professional.id ?? query.professional_id ?? '';
  const service_ids = quote ? [quote.service.id] : (query.service_ids ?? []);
  if (!(await professionalVisible(db, professional_id, caller))) notFound('Professional');
  const quoted = (await findQuoted(db, professional_id, service_ids)) ?? notFound('Professional');
  const services = quote ? [quotedLine(quote, quoted.services)] : chosen({ service_ids, option_ids }, quoted.services);
  if (quote) refuseOver(quote);
  const amount = quoted.takes_deposits ? depositCents(services, quoted.deposit_percent) : 0;
  const asked = { professional_id, client_id, services };
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

function chosen(wanted: Chosen, services: readonly ServiceLine[]) {
  const offered = services.filter((one) => one.is_active);
  const lines = requireLines(wanted, offered, 'query');
  refuseNotOffered(lines);
  return lines;
}
