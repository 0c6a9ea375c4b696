import { authRouter } from './features/auth/router.ts';
import { bookingsRouter } from './features/bookings/router.ts';
import { notificationsRouter } from './features/notifications/router.ts';
import { servicesRouter } from './features/services/router.ts';
import { router } from './trpc.ts';

/** The table of contents: every call of the product, on both doors. */
export const appRouter = router({
  auth: authRouter,
  bookings: bookingsRouter,
  notifications: notificationsRouter,
  services: servicesRouter,
});
export type AppRouter = typeof appRouter;
