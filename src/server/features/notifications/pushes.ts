import { z } from 'zod';
import type { WritePush } from '#server/outbox/feature-jobs.ts';
import { DAY } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import { findTold } from './queries.ts';

const pushPayload = z.object({ notification_id: z.string() });

/** Service and time alone unless the user wants details: anybody may see a locked phone. */
export const notificationPushes: Record<'notification', WritePush> = {
  async notification(deps, payload, { userId, details }) {
    const { notification_id: id } = pushPayload.parse(payload);
    const told = await findTold(deps, userId, id);
    const news = told && deps.news.of(told.type);
    if (!news) return { skip: 'the notification is gone' };
    if (told.is_read) return { skip: 'it was read, answered or is over' };
    const written = (await news.push?.(deps.db, told)) ?? {
      line: 'Open Saluni to see it.',
      path: pagePath('notifications'),
      about: id,
      until: told.created + DAY,
      isSoon: false,
    };
    if ('skip' in written) return written;
    const { line, ...rest } = written;
    return { title: news.title, body: details ? told.message : line, isOffer: news.isOffer ?? false, ...rest };
  },
};
