import { codesRouter } from '#server/features/accounts/codes-router.ts';
import { authRouter } from '#server/features/accounts/router.ts';
import { quotesRouter } from '#server/features/bookings/quotes/router.ts';
import { reschedulesRouter } from '#server/features/bookings/reschedules/router.ts';
import { seriesRouter } from '#server/features/bookings/series/router.ts';
import { router } from './api/procedures.ts';
import { adminRouter } from './features/admin/router.ts';
import { availabilityRouter } from './features/availability/router.ts';
import { bookingsRouter } from './features/bookings/router.ts';
import { booksRemindersRouter } from './features/books-reminders/router.ts';
import { busyCalendarsRouter } from './features/busy-calendars/router.ts';
import { calendarRouter } from './features/calendar/router.ts';
import { cancellationListRouter, openingsRouter } from './features/cancellation-list/router.ts';
import { clientsRouter } from './features/clients/router.ts';
import { contactsRouter } from './features/contacts/router.ts';
import { depositsRouter } from './features/deposits/router.ts';
import { favouritesRouter } from './features/favourites/router.ts';
import { feedbackRouter } from './features/feedback/router.ts';
import { hairRouter } from './features/hair/router.ts';
import { hoursRouter } from './features/hours/router.ts';
import { imagesRouter } from './features/images/router.ts';
import { insightsRouter } from './features/insights/router.ts';
import { localitiesRouter } from './features/localities/router.ts';
import { notificationsRouter } from './features/notifications/router.ts';
import { picturesRouter } from './features/pictures/router.ts';
import { professionalsRouter } from './features/professionals/router.ts';
import { pushRouter } from './features/push/router.ts';
import { reviewsRouter } from './features/reviews/router.ts';
import { servicesRouter } from './features/services/router.ts';
import { threadsRouter } from './features/threads/router.ts';
import { usersRouter } from './features/users/router.ts';
import { waitlistRouter } from './features/waitlist/router.ts';

/** Every call of the product, for REST and tRPC. */
export const appRouter = router({
  admin: adminRouter,
  auth: authRouter,
  availability: availabilityRouter,
  bookings: bookingsRouter,
  booksReminders: booksRemindersRouter,
  busyCalendars: busyCalendarsRouter,
  calendar: calendarRouter,
  cancellationList: cancellationListRouter,
  clients: clientsRouter,
  codes: codesRouter,
  contacts: contactsRouter,
  deposits: depositsRouter,
  favourites: favouritesRouter,
  feedback: feedbackRouter,
  hair: hairRouter,
  hours: hoursRouter,
  images: imagesRouter,
  insights: insightsRouter,
  localities: localitiesRouter,
  notifications: notificationsRouter,
  openings: openingsRouter,
  pictures: picturesRouter,
  professionals: professionalsRouter,
  push: pushRouter,
  quotes: quotesRouter,
  reschedules: reschedulesRouter,
  reviews: reviewsRouter,
  series: seriesRouter,
  services: servicesRouter,
  threads: threadsRouter,
  users: usersRouter,
  waitlist: waitlistRouter,
});
export type AppRouter = typeof appRouter;
