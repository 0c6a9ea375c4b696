import type { ComponentType } from 'react';
import type { trpc } from '#client/lib/trpc.ts';
import { serviceBounds } from '#shared/constants.ts';
import { type PageName, pageAt, pages } from '#shared/pages.ts';
import { lazyScreen, type Screen } from './lazy-screen.tsx';

/** The screen of each page. What else is known of it stands in `shared/pages.ts`. */
const screens: Record<PageName, Screen> = {
  home: lazyScreen(async () => (await import('#client/routes/home.tsx')).Home),
  termsOfUse: lazyScreen(async () => (await import('#client/routes/terms-of-use.tsx')).TermsOfUse),
  privacyPolicy: lazyScreen(async () => (await import('#client/routes/privacy-policy.tsx')).PrivacyPolicy),
  login: lazyScreen(async () => (await import('#client/routes/login.tsx')).Login),
  browseServices: lazyScreen(async () => (await import('#client/routes/browse-services.tsx')).BrowseServices),
  browseProfessionals: lazyScreen(
    async () => (await import('#client/routes/browse-professionals.tsx')).BrowseProfessionals,
  ),
  serviceDetails: lazyScreen(async () => (await import('#client/routes/service-details.tsx')).ServiceDetails),
  professionalDashboard: lazyScreen(
    async () => (await import('#client/routes/professional-dashboard.tsx')).ProfessionalDashboard,
  ),
  calendar: lazyScreen(async () => (await import('#client/routes/calendar.tsx')).CalendarPage),
  ownServices: lazyScreen(async () => (await import('#client/routes/own-services.tsx')).OwnServices),
  poster: lazyScreen(async () => (await import('#client/routes/poster.tsx')).Poster),
  more: lazyScreen(async () => (await import('#client/routes/more.tsx')).More),
  editProfessionalProfile: lazyScreen(
    async () => (await import('#client/routes/edit-professional-profile.tsx')).EditProfessionalProfile,
  ),
  ownPictures: lazyScreen(async () => (await import('#client/routes/own-pictures.tsx')).OwnPictures),
  createService: lazyScreen(async () => (await import('#client/routes/create-service.tsx')).CreateService),
  editService: lazyScreen(async () => (await import('#client/routes/edit-service.tsx')).EditService),
  setHours: lazyScreen(async () => (await import('#client/routes/set-hours.tsx')).SetHours),
  setAvailability: lazyScreen(async () => (await import('#client/routes/set-availability.tsx')).SetAvailability),
  editAvailability: lazyScreen(async () => (await import('#client/routes/edit-availability.tsx')).EditAvailability),
  pickBookingTime: lazyScreen(async () => (await import('#client/routes/pick-booking-time.tsx')).PickBookingTime),
  publicProfessional: lazyScreen(
    async () => (await import('#client/routes/public-professional.tsx')).PublicProfessional,
  ),
  addMoreServices: lazyScreen(async () => (await import('#client/routes/add-more-services.tsx')).AddMoreServices),
  confirmBooking: lazyScreen(async () => (await import('#client/routes/confirm-booking.tsx')).ConfirmBooking),
  bookingConfirmed: lazyScreen(async () => (await import('#client/routes/booking-confirmed.tsx')).BookingConfirmed),
  bookingDetails: lazyScreen(async () => (await import('#client/routes/booking-details.tsx')).BookingDetails),
  changeTime: lazyScreen(async () => (await import('#client/routes/change-time.tsx')).ChangeTime),
  writeIn: lazyScreen(async () => (await import('#client/routes/write-in.tsx')).WriteIn),
  opening: lazyScreen(async () => (await import('#client/routes/opening.tsx')).OpeningPage),
  receipt: lazyScreen(async () => (await import('#client/routes/receipt.tsx')).ReceiptPage),
  review: lazyScreen(async () => (await import('#client/routes/review.tsx')).ReviewVisit),
  ownDeposits: lazyScreen(async () => (await import('#client/routes/own-deposits.tsx')).OwnDeposits),
  myReviews: lazyScreen(async () => (await import('#client/routes/my-reviews.tsx')).MyReviews),
  insights: lazyScreen(async () => (await import('#client/routes/my-insights.tsx')).MyInsights),
  messages: lazyScreen(async () => (await import('#client/routes/messages.tsx')).Messages),
  importContacts: lazyScreen(async () => (await import('#client/routes/import-contacts.tsx')).ImportContacts),
  contacts: lazyScreen(async () => (await import('#client/routes/contacts.tsx')).Contacts),
  contact: lazyScreen(async () => (await import('#client/routes/contact.tsx')).ContactPage),
  updateBooking: lazyScreen(async () => (await import('#client/routes/update-booking.tsx')).UpdateBooking),
  clientProfile: lazyScreen(async () => (await import('#client/routes/client-profile.tsx')).ClientProfile),
  editClientProfile: lazyScreen(async () => (await import('#client/routes/edit-client-profile.tsx')).EditClientProfile),
  myHair: lazyScreen(async () => (await import('#client/routes/my-hair.tsx')).MyHair),
  clientPublicProfile: lazyScreen(
    async () => (await import('#client/routes/client-public-profile.tsx')).ClientPublicProfile,
  ),
  notifications: lazyScreen(async () => (await import('#client/routes/notifications.tsx')).Notifications),
  settings: lazyScreen(async () => (await import('#client/routes/settings.tsx')).Settings),
  waitlistSignup: lazyScreen(async () => (await import('#client/routes/waitlist-signup.tsx')).WaitlistSignup),
  forgotPassword: lazyScreen(async () => (await import('#client/routes/forgot-password.tsx')).ForgotPassword),
  resetPassword: lazyScreen(async () => (await import('#client/routes/reset-password.tsx')).ResetPassword),
  acceptInvite: lazyScreen(async () => (await import('#client/routes/accept-invite.tsx')).AcceptInvite),
  verifyEmail: lazyScreen(async () => (await import('#client/routes/verify-email.tsx')).VerifyEmail),
  confirmEmail: lazyScreen(async () => (await import('#client/routes/confirm-email.tsx')).ConfirmEmail),
  accountDeleted: lazyScreen(async () => (await import('#client/routes/account-deleted.tsx')).AccountDeleted),
  undoEmail: lazyScreen(async () => (await import('#client/routes/undo-email.tsx')).UndoEmail),
  keepPayTo: lazyScreen(async () => (await import('#client/routes/keep-pay-to.tsx')).KeepPayTo),
  unsubscribe: lazyScreen(async () => (await import('#client/routes/unsubscribe.tsx')).Unsubscribe),
  thankYou: lazyScreen(async () => (await import('#client/routes/thank-you.tsx')).ThankYou),
  embed: lazyScreen(async () => (await import('#client/routes/embed.tsx')).Embed),
  find: lazyScreen(async () => (await import('#client/routes/find.tsx')).Find),
  adminDashboard: lazyScreen(async () => (await import('#client/routes/admin-dashboard.tsx')).AdminDashboard),
  adminUpload: lazyScreen(async () => (await import('#client/routes/admin-upload.tsx')).AdminUpload),
  unauthorized: lazyScreen(async () => (await import('#client/routes/unauthorized.tsx')).Unauthorized),
};

type Load = (calls: ReturnType<typeof trpc.useUtils>, params: Record<string, string | undefined>) => unknown;

/** First queries of a screen, prefetched with its code when a link to it is hovered, touched or focused. */
const loads: Partial<Record<PageName, Load>> = {
  serviceDetails: ({ services, pictures }, { serviceId: id }) =>
    id && [services.byId.prefetch({ id }), pictures.ofService.prefetch({ id })],
  publicProfessional: ({ professionals, services, pictures }, { professionalId: id }) =>
    id && [
      professionals.byId.prefetch({ id }),
      services.ofProfessional.prefetch({ id, limit: serviceBounds.limit }),
      pictures.ofProfessional.prefetch({ id }),
    ],
  pickBookingTime: ({ services, professionals }, { serviceId, professionalId: id }) =>
    id && serviceId && [services.byId.prefetch({ id: serviceId }), professionals.byId.prefetch({ id })],
  bookingDetails: ({ bookings }, { bookingId: id }) => id && bookings.byId.prefetch({ id }),
  updateBooking: ({ bookings }, { bookingId: id }) => id && bookings.byId.prefetch({ id }),
};

/** The screen of an address that has no page. */
export const notFound = lazyScreen(async () => (await import('#client/routes/not-found.tsx')).NotFound);

/** Resolves once the code of the page at a path is there; rejects if it could not be loaded. */
export async function loadScreen(pathname: string): Promise<void> {
  const found = pageAt(pathname);
  await (found ? screens[found.name] : notFound).load();
}

/** Fetches the code of the page at a path, and its first data. */
export function preloadPage(pathname: string, calls: ReturnType<typeof trpc.useUtils>) {
  const found = pageAt(pathname);
  if (!found) return;
  screens[found.name].load().catch(() => undefined);
  loads[found.name]?.(calls, found.params);
}

const written = Object.entries(screens).map(([name, { Component }]) => ({
  path: pages[name as PageName].path,
  Component,
}));

/** The gallery of the design system, on the development server only. */
const designSystem = import.meta.env.DEV
  ? [{ path: '/ui', Component: lazyScreen(async () => (await import('#client/routes/ui.tsx')).DesignSystem).Component }]
  : [];

export const routeTable: readonly { path: string; Component: ComponentType }[] = [...written, ...designSystem];
