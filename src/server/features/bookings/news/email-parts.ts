import type { Detail, EmailContent } from '#server/email/layout.ts';
import { prepareKinds } from '#shared/constants.ts';
import { formatHours } from '#shared/duration.ts';
import { isolated } from '#shared/isolated.ts';
import { weeksText } from '#shared/rules/due.ts';
import { prepareOf, totalMinutes } from '#shared/rules/lines.ts';
import { preparationText } from '#shared/rules/preparation.ts';
import { formatPrice, toDollars } from '#shared/rules/price.ts';
import { formatDateTime, formatTimeBeside } from '#shared/time.ts';
import { depositRows } from './deposit-texts.ts';
import { hasLeft, pageOf, type Reader } from './email-recipient.ts';
import type { Told } from './kind.ts';
import { kindOfNews } from './kinds.ts';
import type { BookingDetails } from './message-queries.ts';
import { clientName, what } from './notification-texts.ts';
import { whereRows } from './where-rows.ts';

/** What an email says of a change, in the words of its kind. */
export function partsOf(
  told: Told,
  reader: Reader,
): Omit<EmailContent, 'details' | 'reach' | 'footer' | 'unsubscribe'> {
  const { b, change } = told;
  const kind = kindOfNews(change.about);
  if (!kind.mail) throw new Error(`no email is about ${change.about}`);
  const { subject, heading, greets, button, quote, next } = kind.mail(told, reader);
  const text = kind.text(told);
  const other = change.to === 'client' ? b.display_name : clientName(b);
  const ofGuest = hasLeft(b) ? 'Find someone else' : `Page of ${b.display_name}`;
  const page = { label: reader.isGuest ? ofGuest : 'View booking', url: pageOf(b, reader) };
  return {
    subject: `${subject ?? heading}: ${what(b)} with ${other}`,
    preview: text,
    heading,
    paragraphs: greets ? [`Hi ${isolated(b.first_name)},`, text] : [text],
    quote,
    next,
    button: typeof button === 'string' ? { ...page, label: button } : (button ?? page),
  };
}

/** What mails quote of how to prepare: those before the visit, to its client. */
function preparationIn(b: BookingDetails, { about, to }: Told['change']): string {
  if (to !== 'client' || (about !== 'confirmed' && about !== 'reminder')) return '';
  return preparationText(b.services);
}

/** The rows below the text of a mail; `request` is the time that somebody asks for. */
export function detailsOf({ b, change, request }: Told, reader: Reader): Detail[] {
  const { to } = change;
  const asked = change.about === 'reschedule_asked' ? request : undefined;
  const preparation = preparationIn(b, change);
  const minutes = totalMinutes(b.services);
  const services = b.services.map(
    (one) => `${one.name}, ${formatHours(one.service_duration_minutes)}, ${price(one.price_cents)}`,
  );
  const span = ({ start, end }: { start: number; end: number }) =>
    `${formatDateTime(start, b.time_zone)}, until ${formatTimeBeside(end, start, b.time_zone)} (${formatHours(minutes)})`;
  return [
    to === 'client'
      ? ['With', b.display_name]
      : ['Client', isolated(b.guest?.name ?? `${b.first_name} ${b.last_name}`)],
    ['What', services.join('\n')],
    ...(asked
      ? ([
          ['Now', span(b)],
          ['Asked for', span(asked)],
        ] as [string, string][])
      : ([['When', span(b)]] as [string, string][])),
    ...whereRows(b, change),
    ['Total', price(b.total_price_cents)],
    ...depositRows(b, change),
    ...toDoRows(b, change),
    ...(preparation ? ([['How to prepare', preparation]] as [string, string][]) : []),
    ...dueRows(b, change, reader),
    ...(to === 'client' && b.policy !== null ? ([['Cancelling', b.policy]] as [string, string][]) : []),
  ];
}

const toDoLabels = { do: 'Before you come', bring: 'Please bring', avoid: 'Please avoid' };

/** What the client does, brings and avoids; not what an extra of theirs does. */
function toDoRows(b: BookingDetails, { about, to }: Told['change']): [string, string][] {
  if (to !== 'client' || (about !== 'confirmed' && about !== 'reminder')) return [];
  const own = prepareOf(b.services).filter(({ by }) => by === 'client');
  return prepareKinds.flatMap((kind): [string, string][] => {
    const texts = own.filter((item) => item.kind === kind).map(({ text }) => text);
    return texts.length > 0 ? [[toDoLabels[kind], texts.join('\n')]] : [];
  });
}

/** Whether the client wants to be told when the next visit is due: they say so on the page. */
function dueRows(b: BookingDetails, { about }: Told['change'], reader: Reader): Detail[] {
  if (about !== 'completed' || hasLeft(b)) return [];
  return [
    ['Due again', `Remind me in ${weeksText}`, { label: 'Choose on the booking', url: `${pageOf(b, reader)}#due` }],
  ];
}

function price(cents: number): string {
  return formatPrice(toDollars(cents));
}
