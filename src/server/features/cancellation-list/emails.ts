import { z } from 'zod';
import { type EmailContent, htmlOf, textOf } from '#server/email/layout.ts';
import { type Reach, reachByMessage, reachOther } from '#server/email/reach.ts';
import { unsubscribeUrl } from '#server/links/unsubscribe-links.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { formatHours } from '#shared/duration.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { formatPrice, toDollars } from '#shared/rules/price.ts';
import { formatDateTime, formatTimeBeside } from '#shared/time.ts';
import { id } from '#shared/wire.ts';
import { cancellationListEvents } from './events.ts';
import { findListNews, findOfferEmail, type ListNews } from './message-queries.ts';
import { listTexts, what } from './notification-texts.ts';

const payloadSchema = z.discriminatedUnion('about', [
  z.object({ about: z.enum(['offered', 'withdrawn']), opening_id: id }),
  z.object({ about: z.literal('paused'), entry_id: id }),
  cancellationListEvents['cancellation_list.ended'].extend({ about: z.literal('ended') }),
]);
type Told = z.infer<typeof payloadSchema>;

export const cancellationListEmails: Record<'cancellation_list', WriteEmail> = {
  async cancellation_list({ config: { publicUrl }, db }, payload) {
    const told = payloadSchema.parse(payload);
    const news = await findListNews(db, told);
    if (!news?.user_id || news.email === null) return { skip: 'the recipient is gone' };
    const late = told.about === 'offered' ? whyLate(news) : undefined;
    if (late) return { skip: late };
    if (told.about === 'withdrawn') {
      const mailed = await findOfferEmail(db, told.opening_id);
      if (mailed === 'sending') return { wait: true };
      if (mailed === 'not mailed') return { skip: 'the offer was never mailed' };
    }
    const unsubscribe = {
      label: 'Unsubscribe from emails about bookings',
      url: await unsubscribeUrl(db, publicUrl, { userId: news.user_id, kind: 'booking' }),
    };
    const footer = 'You get this because you have a Saluni account.';
    const content: EmailContent = {
      ...contentOf(news, told, publicUrl),
      reach: reachOf(news, publicUrl),
      footer,
      unsubscribe,
    };
    const to = { name: `${news.first_name} ${news.last_name}`, address: news.email };
    return {
      email: {
        to,
        subject: content.subject,
        html: htmlOf(content),
        text: textOf(content),
        unsubscribe: unsubscribe.url,
      },
    };
  },
};

function reachOf({ professional_id, professional_user_id, display_name }: ListNews, publicUrl: string): Reach {
  const name = isolated(display_name);
  return professional_user_id === null ? reachOther(name) : reachByMessage(publicUrl, { id: professional_id, name });
}

/** An offer is mailed only while at least half of its time is left (contract 12). */
function whyLate({ opening, now }: ListNews): string | undefined {
  if (opening?.status !== 'offered') return `the offer is ${opening?.status ?? 'gone'} now`;
  return now > (opening.created + opening.expires) / 2 ? 'more than half of the time for an answer is over' : undefined;
}

function contentOf(n: ListNews, told: Told, publicUrl: string): Omit<EmailContent, 'reach' | 'footer' | 'unsubscribe'> {
  const own = publicUrl + pagePath('clientProfile');
  const other = isolated(n.display_name);
  switch (told.about) {
    case 'offered': {
      const text = listTexts.offered(n);
      return {
        subject: `A time is free: ${what(n)} with ${other}`,
        heading: n.booked_start === null ? 'A time for you' : 'An earlier time for you',
        preview: text,
        paragraphs: [`Hi ${isolated(n.first_name)},`, text],
        details: detailsOf(n),
        next:
          n.booked_start === null
            ? "If it doesn't suit, you stay on the list."
            : 'Your booking stays as it is until you accept.',
        button: { label: 'See the offer', url: publicUrl + pagePath('opening', { openingId: told.opening_id }) },
      };
    }
    case 'withdrawn': {
      const text = listTexts.withdrawn(n);
      const subject = `No longer free: ${what(n)} with ${other}`;
      const button = { label: 'See your lists', url: own };
      return {
        subject,
        heading: 'A time is no longer free',
        preview: text,
        paragraphs: [text],
        details: [],
        button,
      };
    }
    case 'paused': {
      const text = listTexts.paused(n);
      const subject = `Still waiting for ${what(n)}?`;
      const button = { label: 'Resume waiting', url: own };
      return { subject, heading: 'Still waiting?', preview: text, paragraphs: [text], details: [], button };
    }
    default: {
      const text = listTexts.ended(n, told.why);
      const page =
        n.professional_user_id === null || told.why === 'professional_gone'
          ? pagePath('browseProfessionals')
          : pagePath('publicProfessional', { professionalId: n.professional_id });
      return {
        subject: `You're no longer waiting for ${what(n)}`,
        heading: "You're no longer waiting",
        preview: text,
        paragraphs: [text],
        details: [],
        button: { label: 'See other times', url: publicUrl + page },
      };
    }
  }
}

function detailsOf(n: ListNews): [string, string][] {
  const { opening } = n;
  if (!opening) return [];
  const minutes = (opening.end - opening.start) / 60_000;
  const until = formatTimeBeside(opening.end, opening.start, n.time_zone);
  return [
    ['With', isolated(n.display_name)],
    ['What', n.services.map(({ name }) => isolated(name)).join('\n')],
    ['When', `${formatDateTime(opening.start, n.time_zone)}, until ${until} (${formatHours(minutes)})`],
    ['Where', isolated(n.location)],
    ['Total', formatPrice(toDollars(n.total_cents))],
    ['Yours until', formatDateTime(opening.expires, n.time_zone)],
  ];
}
