/**
 * Which features of the server each of them may import: only those that stand above it here, so that imports run one way
 * (rule 19). `bookings` is the core, a visit's life: the cancellation list, deposits' settings and the rest import it.
 */
export const featureImports: Record<string, readonly string[]> = {
  // What everybody may need, and what needs nobody.
  audit: [],
  clients: [],
  'empty-searches': [],
  feedback: [],
  idempotency: [],
  localities: [],
  notifications: [],
  parties: [],
  images: ['audit'],
  waitlist: ['audit'],
  auth: ['waitlist'],
  push: ['auth'],
  // When somebody can be booked.
  hours: ['parties'],
  'next-free-slots': ['hours'],
  'busy-calendars': ['notifications', 'parties'],
  hair: ['parties'],
  // The core.
  bookings: ['audit', 'clients', 'hair', 'hours', 'notifications', 'parties'],
  // What stands on it.
  availability: ['bookings', 'hours', 'parties'],
  calendar: ['bookings'],
  'cancellation-list': ['bookings', 'clients', 'hours', 'notifications', 'parties'],
  contacts: ['bookings', 'cancellation-list', 'clients', 'parties'],
  reviews: ['audit', 'bookings', 'notifications', 'parties'],
  deposits: ['auth', 'bookings', 'parties'],
  insights: ['bookings', 'contacts', 'hours', 'parties'],
  threads: ['audit', 'clients', 'idempotency', 'notifications', 'push'],
  // What others see of a professional.
  pictures: ['parties'],
  services: ['bookings', 'cancellation-list', 'empty-searches', 'hair', 'next-free-slots', 'parties', 'pictures'],
  professionals: [
    'bookings',
    'cancellation-list',
    'empty-searches',
    'hair',
    'hours',
    'localities',
    'next-free-slots',
    'parties',
    'pictures',
  ],
  favourites: ['parties', 'professionals'],
  'public-pages': ['parties'],
  // Who the people are, from the first day to the last, and what operators see.
  users: ['audit', 'auth', 'bookings', 'cancellation-list', 'contacts', 'deposits', 'hair', 'professionals'],
  accounts: [
    'audit',
    'auth',
    'bookings',
    'cancellation-list',
    'clients',
    'contacts',
    'deposits',
    'favourites',
    'hair',
    'localities',
    'pictures',
    'professionals',
    'reviews',
    'threads',
    'users',
    'waitlist',
  ],
  admin: ['audit', 'bookings', 'cancellation-list', 'empty-searches', 'parties', 'reviews', 'threads'],
};
