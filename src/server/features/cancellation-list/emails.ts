import { z } from 'zod';
import { emailTo } from '#server/email/layout.ts';
import { type Reach, reachByMessage, reachOther } from '#server/email/reach.ts';
import { unsubscribeLink } from '#server/links/unsubscribe-links.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { isolated } from '#shared/isolated.ts';
import { id } from '#shared/wire.ts';
import { cancellationListEvents } from './events.ts';
import { findListNews, findOfferEmail, type ListNews } from './message-queries.ts';
import { kindOfList } from './news.ts';

const payloadSchema = z.discriminatedUnion('about', [
  z.object({ about: z.enum(['offered', 'withdrawn']), opening_id: id }),
  z.object({ about: z.literal('paused'), entry_id: id }),
  cancellationListEvents['cancellation_list.ended'].extend({ about: z.literal('ended') }),
]);

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
    const kind = kindOfList(told.about);
    const why = told.about === 'ended' ? told.why : undefined;
    const text = kind.text(news, why);
    const { greets = false, button: label, page, ...words } = kind.mail(news, why);
    const to = { name: `${news.first_name} ${news.last_name}`, address: news.email };
    const email = emailTo(to, {
      ...words,
      preview: text,
      paragraphs: greets ? [`Hi ${isolated(news.first_name)},`, text] : [text],
      button: { label, url: publicUrl + page },
      reach: reachOf(news, publicUrl),
      unsubscribe: await unsubscribeLink(db, publicUrl, { userId: news.user_id, kind: 'booking' }),
    });
    return { email };
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
